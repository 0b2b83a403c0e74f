import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createSettlements } from './create-settlements.ts'
import { openPaymentRecord } from './open-payment-record.ts'
import { claimOf, hex, keyOf, settlement } from './testing/payments.ts'

test('behavior: a write about another transaction changes nothing', async () => {
  const database = openSqliteDatabase(':memory:')
  const record = openPaymentRecord(database)
  const settlements = createSettlements(database)
  await record.claim(claimOf(keyOf(1)))
  await record.answered(keyOf(1), { status: 200, body: '{}' }, settlement)
  const [row] = await settlements.unfinal(9)
  await settlements.moved(row!, { transaction: hex('e', 32) })
  expect(await settlements.reorganised(row!)).toBe(false)
  await settlements.final([row!])
  const [left] = await settlements.unfinal(9)
  expect(left).toMatchObject({ state: 'answered', transaction: hex('e', 32) })
  expect(await settlements.reorganised(left!)).toBe(true)
  expect(await settlements.unfinal(9)).toEqual([])
  await record.close()
})
