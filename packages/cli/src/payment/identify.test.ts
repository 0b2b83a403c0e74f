import { describe, expect, test } from 'vitest'
import { nonceOf, requestKey } from './identify.ts'

const url = new URL('https://fiq.example/api/graphql')

describe('requestKey', () => {
  test('default: the same place and bytes are the same request', () => {
    expect(requestKey(new URL(url), '{"query":"{a}"}')).toBe(requestKey(url, '{"query":"{a}"}'))
  })

  test('behavior: another origin, path or byte is another request', () => {
    const keys = [
      requestKey(url, '{}'),
      requestKey(url, '{} '),
      requestKey(new URL('https://fiq.example/tools/quotes'), '{}'),
      requestKey(new URL('https://fiq.example:8443/api/graphql'), '{}'),
    ]
    expect(new Set(keys).size).toBe(4)
  })
})

describe('nonceOf', () => {
  test('default: 32 bytes, one for each purchase and request', () => {
    const nonces = [nonceOf('0x01', 'a'), nonceOf('0x02', 'a'), nonceOf('0x01', 'b')]
    expect(new Set(nonces).size).toBe(3)
    expect(nonceOf('0x01', 'a')).toBe(nonces[0])
    for (const nonce of nonces) expect(nonce).toMatch(/^0x[0-9a-f]{64}$/)
  })
})
