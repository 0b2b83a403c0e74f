import { openSqliteDatabase } from '../../database/sqlite-database.ts'
import { openPaymentRecord } from '../open-payment-record.ts'
import type { PaymentRecord } from '../payment-record.ts'

/**
 * Opens a payment record over an embedded database of its own, for tests and benchmarks. The server
 * opens its record with `openStore`.
 *
 * @param path - A file in the data folder, or `:memory:` for a test.
 * @throws FiqError `CONFIGURATION_INVALID` when the file cannot be used.
 */
export function openSqlitePaymentRecord(path: string): PaymentRecord {
  return openPaymentRecord(openSqliteDatabase(path))
}
