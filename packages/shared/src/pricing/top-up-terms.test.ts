import { expect, test } from 'vitest'
import { topUpRequestDigest, topUpRows } from './top-up-terms.ts'

test('default: the digest depends on the amount and the recipient of the credits', () => {
  const digests = [
    { amount: 5_000_000n, organisation: 'org_1' },
    { amount: 5_000_001n, organisation: 'org_1' },
    { amount: 5_000_000n, organisation: 'org_2' },
    { amount: 5_000_000n, organisation: undefined },
  ].map(topUpRequestDigest)
  expect(new Set(digests).size).toBe(4)
  expect(digests.every((digest) => /^[0-9a-f]{64}$/.test(digest))).toBe(true)
})

test('default: has one row with the amount', () => {
  expect(topUpRows({ amount: 4_998_000n, credits: 1_666 })).toEqual([
    ['topup', 1, 1_666, '4998000'],
  ])
})
