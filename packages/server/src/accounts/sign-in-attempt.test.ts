import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginAttempt, readAttempt } from './sign-in-attempt.ts'

const cli = { port: 50_000, challenge: 'c'.repeat(43), state: 's'.repeat(16) }

test('default: the cookie holds the attempt, with three secrets', () => {
  const { cookie, attempt } = beginAttempt(1_000, cli)
  expect(readAttempt(cookie)).toEqual(attempt)
  expect(attempt).toMatchObject({ expiresAt: 601_000, cli })
  const secrets = [attempt, beginAttempt(1_000, cli).attempt].flatMap(
    ({ state, nonce, verifier }) => [state, nonce, verifier],
  )
  expect(new Set(secrets).size).toBe(6)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
})

test('error: a cookie with another time or port is another attempt; others are invalid', () => {
  const { cookie, attempt } = beginAttempt(1_000, cli)
  const [seed] = JSON.parse(Buffer.from(cookie, 'base64url').toString()) as string[]
  const changed = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url')
  const later = readAttempt(changed([seed, 9_999_999, cli]))
  expect(later?.expiresAt).toBe(9_999_999)
  expect(later?.state).not.toBe(attempt.state)
  expect(readAttempt(changed([seed, 1, { ...cli, port: 80 }]))).toBeUndefined()
  expect(readAttempt(changed(['short', 1]))).toBeUndefined()
  fc.assert(fc.property(fc.string(), (text) => readAttempt(text) === undefined))
})
