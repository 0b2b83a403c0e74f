import { defined } from '@fiq/shared/defined'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { openAccessStore } from '../accounts/open-access-store.ts'
import type { Database, Value } from '../database/database.ts'
import { openPostgresDatabase } from '../database/postgres-database.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createTestSchema, postgres, type TestSchema } from '../database/testing/postgres.ts'
import { readSearch, readState, searchPayments } from '../payments/payment-search.ts'
import { owedNow, statesSince, totalsIn } from '../payments/payment-sums.ts'
import { createHourlyCounts } from './hourly-counts.ts'
import { type Range, ranges, soldOverTime } from './sold-over-time.ts'
import { describeReports } from './testing/describe-reports.ts'

describeReports('SQLite', async () => openSqliteDatabase(':memory:'))

if (postgres) {
  const schemas: TestSchema[] = []
  afterAll(async () => {
    for (const schema of schemas) await schema.drop()
  })
  describeReports('PostgreSQL', async () => {
    const schema = await createTestSchema(postgres!)
    schemas.push(schema)
    return openPostgresDatabase(schema.url, () => {})
  })
}

describe('text typed into the search', () => {
  test('default: finds a payer, a nonce or a transaction, in any case and with spaces around', () => {
    expect(readSearch('')).toBeUndefined()
    expect(readSearch(`  0x${'Ab'.repeat(20)} `)).toBe(`0x${'ab'.repeat(20)}`)
    expect(readSearch(`0x${'Ab'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
    expect(readState('')).toBeUndefined()
    expect(readState('owed')).toBe('owed')
  })
  test.each(['0x12', 'owed', `0x${'g'.repeat(40)}`, "'; drop table payments"])(
    'error: %j gets an error that names the valid input',
    (text) => {
      expect(() => readSearch(text)).toThrow('not a payer, nonce or transaction')
    },
  )
  test('error: refuses an unknown state', () => {
    expect(() => readState('lost')).toThrow('States: claimed')
  })
})

test('behavior: no search reads the whole table of payments', async () => {
  const database = openSqliteDatabase(':memory:')
  const plans: string[] = []
  const asked = {
    ...database,
    async scan(sql: string, ...values: Parameters<typeof database.scan>[1][]) {
      const rows = await database.read(`explain query plan ${sql}`, ...values)
      plans.push(...rows.map((row) => `${String(row['detail'])}: ${sql}`))
      return []
    },
  }
  const payer = `0x${'a'.repeat(40)}` as const
  const nonce = `0x${'b'.repeat(64)}` as const
  const last = { createdAt: 1, payer, nonce }
  for (const found of [undefined, payer, nonce])
    for (const state of [undefined, 'owed', 'broadcast', 'answered'] as const)
      for (const after of [undefined, last])
        await searchPayments(asked, { limit: 50, ...defined({ found, state, after }) })
  // Without conditions, the first page reads the index of times until it is full.
  const ofPage = / USING INDEX payments_by_time: .* from payments +(where state = \? )?order by/s
  const scans = plans.filter((plan) => /^SCAN (payments|replaced)/.test(plan))
  expect(scans.filter((plan) => !ofPage.test(plan))).toEqual([])
  expect(plans.some((plan) => plan.includes('payments_open'))).toBe(true)
  await database.close()
})

test('behavior: totals read indices of payments only', async () => {
  const database = openSqliteDatabase(':memory:')
  const plans: string[] = []
  const scan = async (sql: string) => {
    const rows = await database.read(`explain query plan ${sql}`)
    plans.push(...rows.map((row) => String(row['detail'])))
    return database.scan(sql)
  }
  expect((await totalsIn({ scan })).answered).toEqual({ count: 0, amount: 0n })
  const scans = plans.filter((plan) => plan.startsWith('SCAN payments'))
  expect(scans).toEqual([
    'SCAN payments USING INDEX payments_sold',
    'SCAN payments USING INDEX payments_open',
  ])
  await database.close()
})

/** The statements that the overview, the account page and the exports execute. */
async function reportStatements(): Promise<{ sql: string; values: Value[] }[]> {
  const statements: { sql: string; values: Value[] }[] = []
  const scan = async (sql: string, ...values: Value[]) => {
    statements.push({ sql, values })
    return []
  }
  const database = { scan, read: scan } as unknown as Database
  for (const range of Object.keys(ranges) as Range[]) await soldOverTime(database, range, 1e12)
  await statesSince(database, 1e12)
  await owedNow(database).catch(() => {})
  await createHourlyCounts(database).since('source', 1e12)
  const ledger = openAccessStore(database)
  await ledger.usage('o', 1e12)
  await ledger.usageByArea('o', 1e12)
  await ledger.ledger('o', 100)
  return statements
}

test('behavior: on SQLite no report reads a whole table or index', async () => {
  const database = openSqliteDatabase(':memory:')
  for (const { sql, values } of await reportStatements()) {
    const plan = await database.read(`explain query plan ${sql}`, ...values)
    const scans = plan.map((row) => String(row['detail'])).filter((text) => /^SCAN/.test(text))
    expect(scans, sql).toEqual([])
  }
  await database.close()
})

test.skipIf(!postgres)('behavior: on PostgreSQL every report has an index', async () => {
  const schema = await createTestSchema(postgres!)
  const database = await openPostgresDatabase(schema.url, () => {})
  const client = new pg.Client({ connectionString: schema.url })
  await client.connect()
  // The planner reads small tables completely. With sequential scans disabled, it uses any index.
  await client.query('set enable_seqscan = off')
  for (const { sql, values } of await reportStatements()) {
    let place = 0
    const numbered = sql.replaceAll('?', () => `$${++place}`)
    const { rows } = await client.query(`explain ${numbered}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, sql).not.toContain('Seq Scan')
  }
  await client.end()
  await database.close()
  await schema.drop()
})
