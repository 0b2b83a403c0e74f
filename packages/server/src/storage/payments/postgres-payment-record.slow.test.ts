import { test } from 'vitest'
import { createTestSchema, openSmallDatabase, postgres } from '../database/testing/postgres.ts'
import { openPaymentRecord } from './open-payment-record.ts'
import { describePaymentRecord } from './testing/describe-payment-record.ts'

if (postgres)
  describePaymentRecord('PostgreSQL', async () => {
    const schema = await createTestSchema(postgres!)
    return {
      open: async (limits) => openPaymentRecord(await openSmallDatabase(schema.url), limits),
      end: schema.drop,
    }
  })
else
  test('default: PostgreSQL is available', ({ skip }) => {
    const message = 'no PostgreSQL at its usual port nor at FIQ_TEST_DATABASE_URL: not tested'
    if (process.env['CI']) throw new Error(message)
    skip(message)
  })
