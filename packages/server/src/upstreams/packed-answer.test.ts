import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packAnswer, unpackAnswer } from './packed-answer.ts'

const kept = (body: Uint8Array) => ({
  answer: { body, mode: 'live', asOf: null, retrievedAt: '2026-11-21T00:00:00.000Z' } as const,
  until: 7,
})

test('default: unpacks every response unchanged, with its times', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), fc.string(), async (body, key) => {
      const { answer, until } = (await unpackAnswer(await packAnswer(kept(body), key), key))!
      expect({ answer: { ...answer, body: new Uint8Array(answer.body) }, until }).toEqual(
        kept(body),
      )
    }),
    { numRuns: 50 },
  )
})

test('behavior: repeated text needs little room', async () => {
  expect((await packAnswer(kept(new Uint8Array(100_000)), 'k')).length).toBeLessThan(300)
})

test('error: refuses bytes of another key, cut bytes, and anything else', async () => {
  const bytes = await packAnswer(kept(new Uint8Array([1, 2, 3])), 'k')
  expect(await unpackAnswer(bytes, 'other')).toBeUndefined()
  for (let length = 0; length < bytes.length; length++)
    expect(await unpackAnswer(bytes.subarray(0, length), 'k')).toBeUndefined()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (noise) => {
      expect(await unpackAnswer(Buffer.from(noise), 'k')).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})
