import { afterAll, test } from 'vitest'
import { openPostgresDatabase } from '../database/postgres-database.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createTestSchema, postgres, type TestSchema } from '../database/testing/postgres.ts'
import { describeOperatorStore } from './testing/describe-operator-store.ts'

describeOperatorStore('SQLite', async () => openSqliteDatabase(':memory:'))

if (postgres) {
  const schemas: TestSchema[] = []
  afterAll(async () => {
    for (const schema of schemas) await schema.drop()
  })
  describeOperatorStore('PostgreSQL', async () => {
    const schema = await createTestSchema(postgres!)
    schemas.push(schema)
    return openPostgresDatabase(schema.url, () => {})
  })
} else
  test('default: PostgreSQL is available', ({ skip }) => {
    const message = 'no PostgreSQL at its usual port nor at FIQ_TEST_DATABASE_URL: not tested'
    if (process.env['CI']) throw new Error(message)
    skip(message)
  })
