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
