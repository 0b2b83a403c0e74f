import { expect, test } from 'vitest'
import { claimOf, hex, keyOf } from '../../storage/payments/testing/payments.ts'
import { createPayerTrust, failuresMax } from './payer-trust.ts'

const { signed } = claimOf(keyOf(1))
const other = claimOf({ ...keyOf(2), payer: hex('7', 20) }).signed

test('default: each settled payment gives its payer one try, for any number of them', () => {
  const trust = createPayerTrust(() => true)
  expect(trust.take(signed)).toBe(false)
  trust.earn(signed)
  trust.earn(signed)
  expect(trust.take(other)).toBe(false)
  expect([trust.take(signed), trust.take(signed)]).toEqual([true, false])
})

test('behavior: of one payer, only a payment signed by a key earns and takes a try', () => {
  const ofWallet = { ...signed, signature: '0x1234' as const }
  const trust = createPayerTrust(({ signature }) => signature === signed.signature)
  trust.earn(ofWallet)
  expect(trust.take(signed)).toBe(false)
  trust.earn(signed)
  expect([trust.take(ofWallet), trust.take(signed)]).toEqual([false, true])
})

test('behavior: a payer fails too often for an hour after its first failure, for any number of payments', () => {
  let now = 1
  const trust = createPayerTrust(
    () => true,
    () => now,
  )
  for (let n = 1; n < failuresMax; n += 1) trust.fail(signed)
  expect(trust.isFailing(signed)).toBe(false)
  now = 3_600_000
  trust.fail({ ...signed, signature: '0x1234' })
  expect([trust.isFailing(signed), trust.isFailing(other)]).toEqual([true, false])
  now = 3_600_002
  expect(trust.isFailing(signed)).toBe(false)
})
