import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openPostgresDatabase } from '../database/postgres-database.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createTestSchema, postgres } from '../database/testing/postgres.ts'
import { openStore } from '../open-store.ts'
import { claimOf, keyOf } from '../payments/testing/payments.ts'
import { createGasSpending } from './gas-spending.ts'

const day = 86_400_000

/** The statements that run before each claim on a chain with gas. */
async function statementsBeforeClaim(database: Database): Promise<readonly string[]> {
  const statements: string[] = []
  const read: Database['read'] = (sql, ...values) => {
    statements.push(sql.replaceAll('?', '0'))
    return database.read(sql, ...values)
  }
  await createGasSpending({ ...database, read }).since(0)
  expect(statements).toHaveLength(2)
  return statements
}

test('behavior: no statement before a claim reads the whole table of payments', async () => {
  const database = openSqliteDatabase(':memory:')
  for (const sql of await statementsBeforeClaim(database)) {
    const steps = await database.read(`explain query plan ${sql}`)
    for (const { detail } of steps) expect(detail).toMatch(/^SEARCH .* USING .*INDEX /)
  }
  await database.close()
})

test.skipIf(!postgres)('behavior: on PostgreSQL these statements use an index', async () => {
  const schema = await createTestSchema(postgres!)
  const database = await openPostgresDatabase(schema.url, () => {})
  const client = new pg.Client({ connectionString: schema.url })
  await client.connect()
  // The planner reads small tables completely. With sequential scans disabled, it uses any index.
  await client.query('set enable_seqscan = off')
  for (const sql of await statementsBeforeClaim(database)) {
    const { rows } = await client.query(`explain ${sql}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, sql).not.toContain('Seq Scan')
    if (sql.includes('from payments')) expect(plan).toContain('payments_open')
  }
  await client.end()
  await database.close()
  await schema.drop()
})

for (const kind of ['SQLite', ...(postgres ? ['PostgreSQL'] : [])])
  test(`default: ${kind} sums the cost of gas since a time, with the open payments, and deletes days`, async () => {
    const schema = kind === 'PostgreSQL' ? await createTestSchema(postgres!) : undefined
    const dataDir = mkdtempSync(join(tmpdir(), 'fiq-gas-'))
    const { record, database } = await openStore({ database: schema?.url, dataDir }, () => {})
    const spending = createGasSpending(database)
    expect(await spending.since(0)).toEqual({ spent: 0n, open: 0 })
    await record.claim(claimOf(keyOf(1)))
    await spending.spent('0x01', 10n ** 18n, 1_000)
    await spending.spent('0x02', 10n ** 30n, 2_000)
    await spending.spent('0x02', 5n, 2_500)
    expect(await spending.since(0)).toEqual({ spent: 10n ** 18n + 5n, open: 1 })
    expect(await spending.since(1_000)).toEqual({ spent: 5n, open: 1 })
    expect(await spending.since(2_499)).toEqual({ spent: 5n, open: 1 })
    expect(await spending.since(2_500)).toEqual({ spent: 0n, open: 1 })
    expect(await spending.prune(day + 1_500, 10)).toBe(1)
    expect(await spending.since(0)).toEqual({ spent: 5n, open: 1 })
    await record.close()
    await schema?.drop()
    rmSync(dataDir, { recursive: true })
  })

for (const kind of ['SQLite', ...(postgres ? ['PostgreSQL'] : [])])
  test(`default: ${kind} reserves the cost of a transaction within the limit of the hour`, async () => {
    const schema = kind === 'PostgreSQL' ? await createTestSchema(postgres!) : undefined
    const dataDir = mkdtempSync(join(tmpdir(), 'fiq-gas-'))
    const { record, database } = await openStore({ database: schema?.url, dataDir }, () => {})
    const spending = createGasSpending(database)
    const spent = async () => (await spending.since(0)).spent
    const hour = { sinceMs: 1_000, weiMax: 100n }
    await spending.spent('0x01', 1_000n, 1_000)
    expect(await spending.reserve('0xA0', 60n, 2_000, hour)).toBe(true)
    expect(await spending.reserve('0xb0', 41n, 2_000, hour)).toBe(false)
    expect(await spending.reserve('0xb0', 40n, 2_000, hour)).toBe(true)
    expect(await spent()).toBe(1_100n)
    // Of two versions of a transaction, one counts, also if the later one is refused.
    expect(await spending.reserve('0xa1', 61n, 3_000, hour, '0xa0')).toBe(false)
    expect(await spending.reserve('0xa1', 55n, 3_000, hour, '0xa0')).toBe(true)
    expect(await spent()).toBe(1_100n)
    expect((await spending.since(2_999)).spent).toBe(60n)
    expect(await spending.reserve('0xa1', 60n, 3_000, hour, '0xa1')).toBe(true)
    expect(await spent()).toBe(1_100n)
    await spending.spent('0xa0', 20n, 4_000, '0xA1')
    expect(await spent()).toBe(1_060n)
    expect((await spending.since(3_000)).spent).toBe(20n)
    await spending.spent('0xa0', 30n, 4_000, '0xA0')
    expect(await spent()).toBe(1_070n)
    const unlimited = { sinceMs: 0, weiMax: 10n ** 30n }
    expect(await spending.reserve('0xc0', 1n, 5_000, unlimited)).toBe(true)
    await record.close()
    await schema?.drop()
    rmSync(dataDir, { recursive: true })
  })

for (const kind of ['SQLite', ...(postgres ? ['PostgreSQL'] : [])])
  test(`default: ${kind} finds payers with several failed transactions since a time`, async () => {
    const schema = kind === 'PostgreSQL' ? await createTestSchema(postgres!) : undefined
    const database = schema
      ? await openPostgresDatabase(schema.url, () => {})
      : openSqliteDatabase(':memory:')
    const spending = createGasSpending(database)
    for (const [n, payer] of ['0xAA', '0xbb', '0xaa', '0xbb', '0xaa'].entries()) {
      await spending.spent(`0x0${n}`, 1n, n)
      await spending.failed(`0X0${n}`, payer)
    }
    await spending.spent('0x99', 1n, 9)
    expect(await spending.failingPayers(-1, 3)).toEqual(new Set(['0xaa']))
    expect(await spending.failingPayers(0, 2)).toEqual(new Set(['0xaa', '0xbb']))
    expect(await spending.failingPayers(0, 3)).toEqual(new Set())
    await database.close()
    await schema?.drop()
  })
