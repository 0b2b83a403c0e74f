import { expect, test } from 'vitest'
import { createMemoryRateLimit } from '../../rate-limit/rate-limit.ts'
import { keyOf } from '../../storage/payments/testing/payments.ts'
import { unproven } from './payment-refusals.ts'
import { createUnprovenAttempts, unprovenMax } from './unproven-attempts.ts'

const [one, other] = [keyOf(1), keyOf(2)]
const address = '192.0.2.1'
const limit = () => createMemoryRateLimit(() => 0)

test('default: five times the one answer for a payment and address, then 429', async () => {
  const refusal = createUnprovenAttempts(limit())
  const statuses = []
  for (let n = 0; n < unprovenMax + 2; n += 1) statuses.push((await refusal(one, address)).status)
  expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429])
  expect(await refusal(other, address)).toEqual(unproven())
  expect(await refusal(one, '192.0.2.2')).toEqual(unproven())
})

test('behavior: addresses of one IPv6 network count as one', async () => {
  const refusal = createUnprovenAttempts(limit())
  for (let n = 0; n < unprovenMax; n += 1) await refusal(one, `2001:db8::${n}`)
  expect((await refusal(one, '2001:db8::ffff')).status).toBe(429)
})

test('behavior: instances that share a limit count together', async () => {
  const shared = limit()
  const instances = [createUnprovenAttempts(shared), createUnprovenAttempts(shared)]
  const statuses = []
  for (let n = 0; n < unprovenMax + 2; n += 1)
    statuses.push((await instances[n % 2]!(one, address)).status)
  expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429])
  // A process that is started again has the count of the others.
  expect((await createUnprovenAttempts(shared)(one, address)).status).toBe(429)
})

test('behavior: the count of a process begins anew a day after the first refusal', async () => {
  let nowMs = 1_000
  const everyone = createMemoryRateLimit(() => nowMs * 1_000)
  const refusal = createUnprovenAttempts(everyone, () => nowMs)
  for (let n = 0; n < unprovenMax; n += 1) {
    await refusal(one, address)
    nowMs += 60 * 60_000
  }
  expect((await refusal(one, address)).status).toBe(429)
  nowMs = 1_000 + 24 * 60 * 60_000 + 1
  expect((await refusal(one, address)).status).toBe(409)
})
