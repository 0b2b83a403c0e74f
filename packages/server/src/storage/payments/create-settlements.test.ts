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
  const [row] = await settlements.settledIn(settlement.transaction)
  await settlements.moved(row!, { transaction: hex('e', 32) })
  expect(await settlements.reorganised(row!)).toBe(false)
  await settlements.final([row!])
  const [left] = await settlements.settledIn(hex('e', 32))
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
  const rows = await settlements.settledIn(settlement.transaction)
  await settlements.finalUntil(rows[0]!.createdAt - 1)
  expect(await settlements.settledIn(settlement.transaction)).toEqual(rows)
  await settlements.finalUntil(rows[0]!.createdAt)
  for (const row of rows) expect(await settlements.reorganised(row)).toBe(false)
  expect((await record.find(keyOf(1)))?.state).toBe('answered')
  await record.close()
})

test('behavior: the transactions of the oldest payments come first, each once, within the limit', async () => {
  const database = openSqliteDatabase(':memory:')
  const record = openPaymentRecord(database)
  const settlements = createSettlements(database)
  const [shared, newest] = [hex('e', 32), hex('1', 32)]
  for (const [n, transaction] of [shared, settlement.transaction, shared, newest].entries()) {
    const claim = claimOf(keyOf(n))
    await record.claim({ ...claim, createdAt: claim.createdAt + n })
    await record.answered(keyOf(n), { status: 200, body: '{}' }, { transaction })
  }
  expect(await settlements.unfinal(9)).toEqual([shared, settlement.transaction, newest])
  expect(await settlements.unfinal(3)).toEqual([shared, settlement.transaction])
  const rows = await settlements.settledIn(shared)
  expect(rows.map(({ nonce }) => nonce)).toEqual([keyOf(0).nonce, keyOf(2).nonce])
  await settlements.final(rows)
  expect(await settlements.unfinal(9)).toEqual([settlement.transaction, newest])
  await record.close()
})
