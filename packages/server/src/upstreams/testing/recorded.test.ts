import { expect, test } from 'vitest'
import { bodyDigest } from '../mirror-path.ts'
import { recordedTransport } from './recorded.ts'

const at = '2026-08-01T00:00:00Z'
const { fetch } = recordedTransport([
  { recorded: { at, url: 'https://x.org/a?b=1' }, body: { c: 1 } },
  { recorded: { at, url: 'https://x.org/p', bodySha256: bodyDigest('q') }, body: 'text' },
])
const body = async (url: string, post?: string) => {
  const request = { url: new URL(url), expects: 'json' as const }
  const answer = await fetch(post ? { ...request, method: 'POST', body: post } : request)
  expect(answer).toMatchObject({ mode: 'recorded', asOf: at, retrievedAt: at })
  return Buffer.from(answer.body).toString()
}

test('default: responds to the recorded addresses', async () => {
  expect(await body('https://x.org/a?b=1')).toBe('{"c":1}')
  expect(await body('https://x.org/p', 'q')).toBe('text')
})

test.each([
  ['https://x.org/a?b=2', undefined],
  ['https://x.org/p', 'other'],
  ['https://x.org/p', undefined],
])('error: %s with body %s fails the test', async (url, post) => {
  await expect(body(url, post)).rejects.toThrow('No fixture for')
})
