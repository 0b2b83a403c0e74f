import { expect, test } from 'vitest'
import { keyOf } from '../store/testing/payments.ts'
import { unproven } from './payment-refusals.ts'
import { openUnprovenAttempts, unprovenMax } from './unproven-attempts.ts'

const [one, other] = [keyOf(1), keyOf(2)]
const address = '192.0.2.1'

test('default: five times the one answer for a payment and address, then 429', () => {
  const refusal = openUnprovenAttempts()
  const codes = () => Array.from({ length: unprovenMax + 2 }, () => refusal(one, address).status)
  expect(codes()).toEqual([409, 409, 409, 409, 409, 429, 429])
  expect(refusal(other, address)).toEqual(unproven())
  expect(refusal(one, '192.0.2.2')).toEqual(unproven())
})

test('behavior: addresses of one IPv6 network count as one', () => {
  const refusal = openUnprovenAttempts()
  for (let n = 0; n < unprovenMax; n += 1) refusal(one, `2001:db8::${n}`)
  expect(refusal(one, '2001:db8::ffff').status).toBe(429)
})

test('behavior: the count begins anew a day after the first refusal', () => {
  let nowMs = 1_000
  const refusal = openUnprovenAttempts(() => nowMs)
  for (let n = 0; n < unprovenMax; n += 1) {
    refusal(one, address)
    nowMs += 60 * 60_000
  }
  expect(refusal(one, address).status).toBe(429)
  nowMs = 1_000 + 24 * 60 * 60_000 + 1
  expect(refusal(one, address).status).toBe(409)
})
