import { claimOf, keyOf } from './payments.ts'
import { openSqlitePaymentRecord } from './sqlite-payment-record.ts'

/** Claims without end, sixteen at a time, and prints which claims were acknowledged. */
const record = openSqlitePaymentRecord(process.argv[2] ?? '')
let next = 0
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (;;) {
      const n = next++
      if (await record.claim(claimOf(keyOf(n)))) process.stdout.write(`${n}\n`)
    }
  }),
)
