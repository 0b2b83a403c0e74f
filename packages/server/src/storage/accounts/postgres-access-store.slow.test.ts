import { afterEach } from 'vitest'
import {
  createTestSchema,
  openSmallDatabase,
  postgres,
  type TestSchema,
} from '../database/testing/postgres.ts'
import type { AccessStore } from './access-store.ts'
import { openAccessStore } from './open-access-store.ts'
import { describeAccessStore } from './testing/describe-access-store.ts'
import { describeOnceAnswers } from './testing/describe-once-answers.ts'

if (postgres) {
  const schemas = new Map<AccessStore, TestSchema>()
  const open = async (schema: TestSchema) => {
    const store = openAccessStore(await openSmallDatabase(schema.url))
    schemas.set(store, schema)
    return store
  }
  afterEach(async () => {
    for (const store of schemas.keys()) await store.close()
    for (const schema of new Set(schemas.values())) await schema.drop()
    schemas.clear()
  })
  describeAccessStore(
    'PostgreSQL',
    async () => open(await createTestSchema(postgres!)),
    (to) => open(schemas.get(to)!),
    { numRuns: 3 },
  )
  describeOnceAnswers(
    'PostgreSQL',
    async () => open(await createTestSchema(postgres!)),
    (to) => open(schemas.get(to)!),
  )
}
