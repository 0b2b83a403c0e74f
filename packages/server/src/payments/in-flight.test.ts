import { expect, test } from 'vitest'
import { claimOf, keyOf } from '../storage/payments/testing/payments.ts'
import { createInFlight, inFlightKey } from './in-flight.ts'

test('default: concurrent callers share one run; a later one runs again', async () => {
  const inFlight = createInFlight<number>()
  let runs = 0
  const run = async () => ++runs
  expect(await Promise.all([inFlight.join('k', 'r', run), inFlight.join('k', 'r', run)])).toEqual([
    1, 1,
  ])
  expect(await inFlight.join('k', 'r', run)).toBe(2)
  expect(inFlight.size).toBe(0)
})

test('behavior: another signature or name is another run, which neither joins nor blocks', () => {
  const { authorization } = claimOf(keyOf(1)).signed
  const payment = { authorization, signature: '0x3', identifier: 'a-name' } as const
  const keys = [payment, { ...payment, signature: '0x4' }, { authorization, signature: '0x3' }].map(
    (each) => inFlightKey(each as typeof payment),
  )
  expect(new Set(keys).size).toBe(3)
})

test('error: a failed run fails every joined caller and leaves nothing', async () => {
  const inFlight = createInFlight<number>()
  const fail = () => Promise.reject(new Error('down'))
  const outcomes = await Promise.allSettled([
    inFlight.join('k', 'r', fail),
    inFlight.join('k', 'r', fail),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(inFlight.size).toBe(0)
})

test('error: refuses another request with the key of a running one', async () => {
  const inFlight = createInFlight<number>()
  void inFlight.join('k', 'r', () => new Promise(() => {}))
  await expect(inFlight.join('k', 'other', async () => 1)).rejects.toThrow(
    expect.objectContaining({ code: 'PAYMENT_BOUND_TO_OTHER_REQUEST' }),
  )
})
