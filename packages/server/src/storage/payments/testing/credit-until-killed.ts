import { openAccessStore } from '../../accounts/open-access-store.ts'
import { openSqliteDatabase } from '../../database/sqlite-database.ts'
import { openPaymentRecord } from '../open-payment-record.ts'
import { giftOf, partialAnswer, wallet } from './credited.ts'
import { claimOf, keyOf, settlement } from './payments.ts'

/**
 * Stores partial answers to payments without end, with credits for the rest. Prints which are
 * acknowledged.
 */
const database = openSqliteDatabase(process.argv[2] ?? '')
const record = openPaymentRecord(database)
await openAccessStore(database).createOrganisation(wallet)
let next = 0
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (;;) {
      const n = next++
      await record.claim(claimOf(keyOf(n)))
      await record.answered(keyOf(n), partialAnswer, settlement, giftOf(n))
      process.stdout.write(`${n}\n`)
    }
  }),
)
