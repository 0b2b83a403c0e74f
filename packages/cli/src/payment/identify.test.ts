import { expect, test } from 'vitest'
import { nonceOf } from './identify.ts'

test('nonceOf: default: 32 bytes, one for each purchase and request', () => {
  const nonces = [nonceOf('0x01', 'a'), nonceOf('0x02', 'a'), nonceOf('0x01', 'b')]
  expect(new Set(nonces).size).toBe(3)
  expect(nonceOf('0x01', 'a')).toBe(nonces[0])
  for (const nonce of nonces) expect(nonce).toMatch(/^0x[0-9a-f]{64}$/)
})
