import { expect, test, vi } from 'vitest'
import { claimOf, createdAt, keyOf, settlement } from '../payments/testing/payments.ts'
import { openSqlitePaymentRecord } from '../payments/testing/sqlite-payment-record.ts'
import { pruneAll, schedulePruning } from './pruning.ts'

test('default: deletes everything expired, a limited number at once', async () => {
  const record = openSqlitePaymentRecord(':memory:')
  for (const n of [1, 2, 3, 4, 5]) {
    await record.claim(claimOf(keyOf(n)))
    await record.settled(keyOf(n), settlement)
    await record.answered(keyOf(n), { status: 200, body: '{}', paymentResponse: 'receipt' })
  }
  const bounds: (number | undefined)[] = []
  const noted: typeof record.prune = (nowMs, rowsMax) => {
    bounds.push(rowsMax)
    return record.prune(nowMs, rowsMax)
  }
  expect(await pruneAll({ prune: noted }, createdAt + 172_800_000, 2)).toBe(5)
  expect(bounds).toEqual([2, 2, 2])
  expect((await record.find(keyOf(1)))?.answer).toBeUndefined()
  await record.close()
})

test('error: reports a failure, and tries again in the next minute', async () => {
  vi.useFakeTimers()
  try {
    const reported: unknown[] = []
    let tries = 0
    const prune = async () => {
      tries += 1
      if (tries === 1) throw new Error('disk full')
      return 0
    }
    const timer = schedulePruning(
      [{ prune }],
      () => 0,
      (error) => reported.push(error),
    )
    await vi.advanceTimersByTimeAsync(120_000)
    clearInterval(timer)
    expect(reported).toEqual([new Error('disk full')])
    expect(tries).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})
