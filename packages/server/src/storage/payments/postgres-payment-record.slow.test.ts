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
