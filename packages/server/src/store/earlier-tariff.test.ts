import { describe, expect, test } from 'vitest'
import { beginTariff } from './earlier-tariff.ts'
import { openPostgresDatabase } from './postgres-database.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { findPostgres, openTestSchema } from './testing/postgres.ts'

const postgres = await findPostgres()
const tariff = (version: string, credits: number) => ({
  version,
  rates: { 'Query.quotes': { credits, timesOf: 'tickers' } },
})
const [one, two] = [tariff('one', 1), tariff('two', 2)]

async function open(store: 'SQLite' | 'PostgreSQL') {
  const schema = store === 'SQLite' ? undefined : await openTestSchema(postgres!)
  const database = schema
    ? await openPostgresDatabase(schema.url, () => {})
    : openSqliteDatabase(':memory:')
  const begin = (each: typeof one, nowMs: number) =>
    beginTariff(database, each, { nowMs, quotedMs: 60_000 })
  const end = async () => {
    await database.close()
    await schema?.drop()
  }
  return { begin, end }
}

describe.each(['SQLite', 'PostgreSQL'] as const)('the earlier tariff, in %s', (store) => {
  const run = test.skipIf(store === 'PostgreSQL' && !postgres)

  run('default: the one before, as long as its quotes may be paid, by every start', async () => {
    const { begin, end } = await open(store)
    expect(await begin(one, 1_000)).toBeUndefined()
    expect(await begin(one, 2_000)).toBeUndefined()
    const before = { tariff: one, paidUntilMs: 70_000 }
    expect(await begin(two, 10_000)).toEqual(before)
    expect(await begin(two, 70_000)).toEqual(before)
    expect(await begin(two, 70_001)).toBeUndefined()
    await end()
  })

  run('behavior: going back to a tariff begins it again', async () => {
    const { begin, end } = await open(store)
    await begin(one, 1_000)
    await begin(two, 2_000)
    expect(await begin(one, 3_000)).toEqual({ tariff: two, paidUntilMs: 63_000 })
    await end()
  })
})
