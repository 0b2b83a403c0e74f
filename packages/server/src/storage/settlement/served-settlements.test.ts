import { expect, test } from 'vitest'
import { openPostgresDatabase } from '../database/postgres-database.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createTestSchema, postgres } from '../database/testing/postgres.ts'
import { answerLimits } from '../payments/payment-record.ts'
import { claimOf, createdAt, hex, keyOf } from '../payments/testing/payments.ts'
import { createServedSettlements } from './served-settlements.ts'

const dayMs = 86_400_000

test.each(['SQLite', ...(postgres ? ['PostgreSQL'] : [])])(
  'default: on %s stores the last transaction until long after it could settle',
  async (driver) => {
    const schema = driver === 'SQLite' ? undefined : await createTestSchema(postgres!)
    const database = schema
      ? await openPostgresDatabase(schema.url, () => {})
      : openSqliteDatabase(':memory:')
    const served = createServedSettlements(database, () => createdAt, answerLimits)
    const { signed } = claimOf(keyOf(1))
    const forever = claimOf(keyOf(2), { validBefore: 2n ** 256n - 1n }).signed
    expect(await served.sent(signed)).toBeUndefined()
    await served.broadcast(signed, hex('d', 32))
    await served.broadcast(signed, hex('e', 32))
    await served.broadcast(forever, hex('f', 32))
    expect(await served.sent(signed)).toBe(hex('e', 32))
    expect(await served.prune(createdAt + dayMs)).toBe(0)
    expect(await served.prune(createdAt + dayMs + 1)).toBe(1)
    expect(await served.sent(signed)).toBeUndefined()
    expect(await served.sent(forever)).toBe(hex('f', 32))
    await database.close()
    await schema?.drop()
  },
)
