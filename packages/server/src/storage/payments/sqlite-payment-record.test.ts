import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hexOf } from '../database/column-values.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { openPaymentRecord } from './open-payment-record.ts'
import { describePaymentRecord } from './testing/describe-payment-record.ts'
import { claimOf, hex, keyOf } from './testing/payments.ts'

describePaymentRecord('a SQLite file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-record-'))
  const path = join(folder, 'ledger.sqlite')
  return {
    open: async (limits) => openPaymentRecord(openSqliteDatabase(path), limits),
    end: async () => rmSync(folder, { recursive: true }),
  }
})

// In memory there is one connection: another `open` returns the same one, closed with the scene.
describePaymentRecord('SQLite in memory', async () => {
  const database = openSqliteDatabase(':memory:')
  let opened = 0
  return {
    open: async (limits) => {
      const record = openPaymentRecord(database, limits)
      return opened++ === 0 ? record : { ...record, close: async () => {} }
    },
    end: () => database.close(),
  }
})

test('behavior: keeps a replaced hash, and no hash that is too late', async () => {
  const database = openSqliteDatabase(':memory:')
  const record = openPaymentRecord(database)
  const key = keyOf(1)
  await record.claim(claimOf(key))
  await record.broadcast(key, hex('1', 32))
  await record.broadcast(key, hex('2', 32))
  await record.settled(key, { transaction: hex('2', 32) })
  await expect(record.broadcast(key, hex('3', 32))).rejects.toThrow('cannot become broadcast')
  const replaced = await database.read('select transaction_hash from replaced_transactions')
  expect(replaced.map((row) => hexOf(row['transaction_hash']))).toEqual([hex('1', 32)])
  await record.close()
})
