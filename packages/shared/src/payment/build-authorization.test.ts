import { describe, expect, test } from 'vitest'
import { buildAuthorization, nonceOf } from './build-authorization.ts'

const quote = { amount: 15_000n, payTo: `0x${'b'.repeat(40)}`, maxTimeoutSeconds: 60 } as const
const from = `0x${'a'.repeat(40)}` as const

describe('buildAuthorization', () => {
  test('default: transfers the quoted amount to the payee, with the duration of the quote', () => {
    const terms = { id: '0x01', request: 'k', from, nowMs: 1_800_000_000_999 }
    expect(buildAuthorization(quote, terms)).toEqual({
      from,
      to: quote.payTo,
      value: 15_000n,
      validAfter: 0n,
      validBefore: 1_800_000_060n,
      nonce: nonceOf('0x01', 'k'),
    })
  })
})

describe('nonceOf', () => {
  test('default: has 32 bytes, different for each purchase and request', () => {
    const nonces = [nonceOf('0x01', 'a'), nonceOf('0x02', 'a'), nonceOf('0x01', 'b')]
    expect(new Set(nonces).size).toBe(3)
    expect(nonceOf('0x01', 'a')).toBe(nonces[0])
    for (const nonce of nonces) expect(nonce).toMatch(/^0x[0-9a-f]{64}$/)
  })
})
