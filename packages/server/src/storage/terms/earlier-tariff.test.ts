import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { priceBounds, type Tariff } from '@fiq/shared/pricing/tariff'
import { tariff as contractTariff, schemaText } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { openPostgresDatabase } from '../database/postgres-database.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createTestSchema, postgres } from '../database/testing/postgres.ts'
import { beginTariff } from './earlier-tariff.ts'

const tariff = (version: string, credits: number): Tariff => ({
  version,
  rates: { 'Query.quotes': { credits, timesOf: 'tickers' } },
  bounds: { ...priceBounds, amountMin: 12_000n, pageSize: 50 },
  unavailable: { 'Entity.news': 'news' },
})
/** Credits for fifty tickers over the whole history. */
const workOf = (each: Tariff) => {
  const contract = { schema: buildSchema(schemaText), tariff: each }
  const tickers = Array.from({ length: 50 }, (_, at) => `"T${at}"`).join(' ')
  const query = `{ priceHistory(tickers: [${tickers}], range: "max") { ticker } }`
  return priceRequest(contract, prepareOperation(contract, query), {}).price.rows[0]![2]
}
const [one, two] = [tariff('one', 1), tariff('two', 2)]

async function open(store: 'SQLite' | 'PostgreSQL') {
  const schema = store === 'SQLite' ? undefined : await createTestSchema(postgres!)
  const database = schema
    ? await openPostgresDatabase(schema.url, () => {})
    : openSqliteDatabase(':memory:')
  const begin = (each: typeof one, nowMs: number) =>
    beginTariff(database, each, { nowMs, quotedMs: 60_000 })
  const end = async () => {
    await database.close()
    await schema?.drop()
  }
  return { database, begin, end }
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

  run('default: keeps the bounds of the tariff, for any bounds of the next program', async () => {
    const { begin, end } = await open(store)
    const { bounds: _, ...rest } = one
    await begin(rest, 1_000)
    expect((await begin(two, 2_000))?.tariff).toEqual({ ...rest, bounds: priceBounds })
    await end()
  })

  run(
    'behavior: reads a rate of the last version without factors, and a new one with factors',
    async () => {
      const { database, begin, end } = await open(store)
      // As written by the last version: one credit per ticker, for every range.
      const terms = `{"rates":{"Query.priceHistory":{"credits":1,"timesOf":"tickers"}},"bounds":{"creditsMax":10000,"pageSize":20,"limitMax":500,"amountMin":"15000","amountMax":"10000000"},"unavailable":{}}`
      const sql = 'insert into tariffs (version, terms, begun_at) values (?, ?, ?)'
      await database.write({ sql, values: ['last', terms, 1_000] })
      const priced = { ...contractTariff, bounds: priceBounds }
      const last = (await begin(contractTariff, 2_000))!.tariff
      expect(workOf(last)).toBe(50)
      expect(workOf(priced)).toBe(5_000)
      // The new one is read unchanged.
      expect((await begin(two, 3_000))?.tariff).toEqual(priced)
      await end()
    },
  )
})
