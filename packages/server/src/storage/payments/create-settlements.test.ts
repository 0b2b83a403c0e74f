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

test('behavior: a settlement that another instance found final stays settled', async () => {
  const database = openSqliteDatabase(':memory:')
  const record = openPaymentRecord(database)
  const settlements = createSettlements(database)
  for (const n of [1, 2]) {
    await record.claim(claimOf(keyOf(n)))
    await record.answered(keyOf(n), { status: 200, body: '{}' }, settlement)
  }
  const rows = await settlements.unfinal(9)
  await settlements.finalUntil(rows[0]!.createdAt - 1)
  expect(await settlements.unfinal(9)).toHaveLength(2)
  await settlements.finalUntil(rows[0]!.createdAt)
  for (const row of rows) expect(await settlements.reorganised(row)).toBe(false)
  expect((await record.find(keyOf(1)))?.state).toBe('answered')
  await record.close()
})
