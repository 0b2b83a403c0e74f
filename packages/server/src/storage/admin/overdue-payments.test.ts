import { expect, test } from 'vitest'
import { claimOf, createdAt, hex, keyOf } from '../payments/testing/payments.ts'
import { openSqlitePaymentRecord } from '../payments/testing/sqlite-payment-record.ts'
import { overduePayments, overdueText } from './overdue-payments.ts'

test('default: returns payments that expired without an outcome a minute ago, with the remedy', async () => {
  const record = openSqlitePaymentRecord(':memory:')
  for (const n of [1, 2, 3, 4, 5]) await record.claim(claimOf(keyOf(n), { value: 30_000n }))
  await record.claim(claimOf(keyOf(6), { validBefore: 2n ** 256n - 1n }))
  await record.broadcast(keyOf(2), hex('d', 32))
  await record.settled(keyOf(3), { transaction: hex('e', 32) })
  await record.failed(keyOf(4), 'refused')
  await record.failed(keyOf(5), 'refused')

  const expiredMs = createdAt + 60_000
  expect(await overduePayments(record, expiredMs + 60_000)).toBeUndefined()
  const overdue = await overduePayments(record, expiredMs + 60_001)
  expect(overdue).toMatchObject({ count: 2, amount: '0.06' })
  expect(overdue?.remedy).toContain('fiq-server reconcile --rpc-url')
  expect(overdueText(overdue!)).toBe(
    '2 payments, 0.06 USDC: expired, and it is unknown whether the money moved.',
  )
  await record.close()
})
