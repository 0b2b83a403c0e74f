import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../../packages/server/src/storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../../packages/server/src/storage/payments/open-payment-record.ts'
import {
  claimOf,
  keyOf,
  settlement,
} from '../../packages/server/src/storage/payments/testing/payments.ts'
import { historyViolations, recordHistory } from './history.ts'

async function recordedPayment() {
  const database = openSqliteDatabase(':memory:')
  await recordHistory(database, 'sqlite')
  const record = openPaymentRecord(database)
  await record.claim(claimOf(keyOf(1)))
  await record.settled(keyOf(1), settlement)
  return { database, record }
}

test('default: what the record writes are moves of the model', async () => {
  const { database, record } = await recordedPayment()
  await record.owed(keyOf(1), 'no data')
  expect(await historyViolations(database)).toEqual([])
})

test.each([
  ['a settled payment fails', `update payments set state = 'failed'`, 'settled > failed'],
  ['a payment begins settled', `update payments set nonce = x'01'`, 'was unknown, then settled'],
])('behavior: it is a violation if %s', async (_, sql, expected) => {
  const { database } = await recordedPayment()
  await database.write({ sql, values: [] })
  expect(await historyViolations(database)).toEqual([expect.stringContaining(expected)])
})

test('error: a history without a change is a violation', async () => {
  const database = openSqliteDatabase(':memory:')
  await recordHistory(database, 'sqlite')
  expect(await historyViolations(database)).toEqual(['no change of a payment was recorded'])
})
