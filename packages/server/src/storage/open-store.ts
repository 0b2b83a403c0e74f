import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import type { Database } from './database/database.ts'
import { openPostgresDatabase } from './database/postgres-database.ts'
import { ledgerFile, openSqliteDatabase } from './database/sqlite-database.ts'
import { whenUnavailable } from './database/when-unavailable.ts'
import { openPaymentRecord } from './payments/open-payment-record.ts'
import { limitsOf, type PaymentRecord } from './payments/payment-record.ts'

/** `keepAnswers`: hours; absent for commands that sell nothing. */
export type StoreConfig = {
  database: string | undefined
  dataDir: string
  keepAnswers?: number
  /** Megabytes. */
  largeAnswers?: number
}

/** The database and the payment record in it. Closing the record closes the database. */
export type Store = {
  database: Database
  /** The same database and its address, if other instances may use it. */
  shared: { database: Database; url: string } | undefined
  record: PaymentRecord
}

/**
 * Opens the configured database, upgrades it to the schema of this program, and writes to it once,
 * so that a server that cannot record payments does not start.
 *
 * @param report - Receives errors of idle connections.
 * @throws FiqError `CONFIGURATION_INVALID` when it cannot be used.
 */
export async function openStore(
  { database: url, dataDir, keepAnswers, largeAnswers }: StoreConfig,
  report: (error: unknown) => void,
): Promise<Store> {
  const database = whenUnavailable(
    url ? await openPostgresDatabase(url, report) : openSqliteDatabase(join(dataDir, ledgerFile)),
  )
  try {
    await database.probe()
  } catch (cause) {
    await database.close()
    throw new FiqError('CONFIGURATION_INVALID', 'The database accepts no writes.', {
      facts: [`Reason: ${(cause as Error).message}`],
      remedy: 'Free space on its disk, or allow this user to write.',
      cause,
    })
  }
  const shared = url ? { database, url } : undefined
  return {
    database,
    shared,
    record: openPaymentRecord(database, limitsOf(keepAnswers, largeAnswers)),
  }
}
