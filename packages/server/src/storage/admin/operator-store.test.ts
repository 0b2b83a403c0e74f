import { afterAll } from 'vitest'
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
}
