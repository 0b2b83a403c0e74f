import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bearerOf, hashToken, isToken, newToken, sameHash } from './token.ts'

test('default: a token has 256 random bits, and only its hash is compared', () => {
  const token = newToken(randomBytes)
  expect(Buffer.from(token.slice(5), 'base64url')).toHaveLength(32)
  expect([isToken(token), bearerOf(`Bearer ${token}`)]).toEqual([true, token])
  expect(sameHash(hashToken(token), hashToken(token))).toBe(true)
  expect(hashToken(token)).not.toContain(token.slice(5, 15))
})

test('error: no other token is equal', () => {
  const hash = hashToken(newToken(randomBytes))
  for (const other of [null, undefined, '', 'x', hash.slice(1), hashToken(newToken(randomBytes))])
    expect(sameHash(hash, other)).toBe(false)
})

test('error: finds no token in headers of any other form', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^Bearer [\x21-\x7e]{1,200}$/i.test(text))
      expect(bearerOf(text)).toBeUndefined()
    }),
  )
})
