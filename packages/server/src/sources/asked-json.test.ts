import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordedTransport } from '../upstreams/recorded.ts'
import { askedJson } from './asked-json.ts'

const at = '2026-11-18T17:00:00Z'
const url = new URL('https://example.org/a')
const answering = (body: unknown) => ({
  upstreams: recordedTransport([{ recorded: { at, url: url.href }, body }]),
})

test('default: the part that is used, with its answer', async () => {
  const { body, answer } = await askedJson(
    answering({ a: 1, b: 2 }),
    { url },
    z.object({ a: z.number() }),
  )
  expect(body).toEqual({ a: 1 })
  expect(answer.retrievedAt).toBe(at)
})

test.each(['<html>', '', '{"a":"x"}', '{'])('error: %j is refused', async (body) => {
  await expect(
    askedJson(answering(body), { url }, z.object({ a: z.number() })),
  ).rejects.toMatchObject({
    code: 'UPSTREAM_CHANGED',
  })
})
