import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { expect, test } from 'vitest'
import { claimOf, keyOf } from '../../storage/payments/testing/payments.ts'
import type { ReportedSettlement } from './remote-client.ts'
import { createSettlementRetry } from './settlement-retry.ts'

const payment: SignedAuthorization = claimOf(keyOf(1)).signed
const expiredMs = Number(payment.authorization.validBefore) * 1_000
const minuteMs = 60_000

/**
 * A facilitator that knows no settlement until the test changes it. Records the times of requests,
 * in ms since the expiry.
 */
function scene() {
  const requests: number[] = []
  const clock = { ms: 0 }
  const facilitator: { says: ReportedSettlement } = {
    says: { outcome: 'unsettled', message: 'no' },
  }
  const settle = async () => {
    requests.push(clock.ms)
    return facilitator.says
  }
  const retry = createSettlementRetry({ settle }, { nowMs: () => expiredMs + clock.ms })
  const at = (ms: number) => {
    clock.ms = ms
    return retry.about(payment)
  }
  return { requests, facilitator, at }
}

test('default: is queried when the payment can no longer move, at growing intervals; then its result is accepted', async () => {
  const { requests, facilitator, at } = scene()
  for (let ms = -minuteMs; ms <= 4 * minuteMs; ms += 5_000)
    expect(await at(ms)).toEqual({ outcome: 'unknown' })
  expect(requests).toEqual([60_000, 75_000, 105_000, 165_000])
  facilitator.says = { outcome: 'settled', transaction: `0x${'d'.repeat(64)}` }
  expect(await at(5 * minuteMs)).toEqual(facilitator.says)
  // A payment that is still open after its result could not be stored is queried at once.
  expect(await at(5 * minuteMs)).toEqual(facilitator.says)
})

test('error: after a day the facilitator is not queried any more', async () => {
  const { requests, at } = scene()
  expect(await at(1 + minuteMs + 24 * 60 * minuteMs)).toEqual({ outcome: 'unknown' })
  expect(requests).toEqual([])
})
