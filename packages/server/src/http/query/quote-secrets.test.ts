import { readQuoteSecret } from '@fiq/shared/payment/quote-secret'
import { expect, test } from 'vitest'
import { createQuoteSecrets } from './quote-secrets.ts'

test('default: each has 128 random bits, and is used once', () => {
  const draw = createQuoteSecrets()
  const secrets = Array.from({ length: 2_000 }, draw)
  expect(new Set(secrets).size).toBe(2_000)
  for (const secret of secrets) {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(16)
    expect(readQuoteSecret({ secret })).toBe(secret)
  }
})

test('behavior: draws 256 at a time, and erases used ones', () => {
  const pools: Buffer[] = []
  const draw = createQuoteSecrets((bytes) => {
    pools.push(bytes)
    bytes.fill(7)
  })
  const secrets = Array.from({ length: 256 }, draw)
  expect(secrets).toEqual(Array(256).fill(Buffer.alloc(16, 7).toString('base64url')))
  expect(pools).toHaveLength(1)
  expect(pools[0]).toEqual(Buffer.alloc(4_096))
  draw()
  expect(pools).toHaveLength(2)
})
