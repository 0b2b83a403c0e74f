import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerBody, answerBytes } from './answer-bytes.ts'

test('default: reads back any text, short or long', async () => {
  const long = fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 1, max: 400 }))
    .map(([text, times]) => text.repeat(times))
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('\u001f\u008b'), long)
  await fc.assert(
    fc.asyncProperty(text, async (body) => {
      expect((await answerBody(await answerBytes(body))) === body).toBe(true)
    }),
  )
})

test.each([1_023, 1_024, 16_384, 16_385, 3_000_000])(
  'behavior: reads back %i bytes, and stores long ones smaller',
  async (length) => {
    const body = '0123456789abcdef'.repeat(length / 16 + 1).slice(0, length)
    const bytes = await answerBytes(body)
    expect(bytes.length < length).toBe(length >= 1_024)
    expect((await answerBody(bytes)) === body).toBe(true)
  },
)

test('error: refuses damaged bytes', async () => {
  const bytes = Uint8Array.from(await answerBytes('a'.repeat(5_000)))
  bytes[20] = (bytes[20] ?? 0) ^ 0xff
  await expect(answerBody(bytes)).rejects.toThrow()
})
