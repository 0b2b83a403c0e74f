import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPaymentRecord } from './open-payment-record.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { describePaymentRecord } from './testing/describe-payment-record.ts'

describePaymentRecord('a SQLite file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-record-'))
  const path = join(folder, 'ledger.sqlite')
  return {
    open: async (limits) => openPaymentRecord(openSqliteDatabase(path), limits),
    end: async () => rmSync(folder, { recursive: true }),
  }
})

// In memory there is one connection: another `open` is the same one, closed with the scene.
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
