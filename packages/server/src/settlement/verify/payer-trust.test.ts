import { expect, test } from 'vitest'
import { claimOf, hex, keyOf } from '../../storage/payments/testing/payments.ts'
import { createPayerTrust } from './payer-trust.ts'

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
