import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from './database/migrations.ts'
import { findPostgres, openTestSchema } from './database/testing/postgres.ts'
import { ledgerFile, openStore } from './open-store.ts'
import { hex, keyOf } from './payments/testing/payments.ts'
import { readShape } from './read-shape.ts'

/** The SQL of a database that the first released version left, in one of the dialects. */
const firstSchema = (dialect: string) =>
  readFileSync(join(import.meta.dirname, `testing/first-schema.${dialect}.sql`), 'utf8')
const postgres = await findPostgres()
type Place = { database: string | undefined; dataDir: string }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-first-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Takes the steps to today, and reads what there was then. */
async function takeOn(place: Place) {
  expect(await readShape(place)).toBe(1)
  const { record, database } = await openStore(place, () => {})
  expect(await readShape(place)).toBe(migrations.length)
  const rows = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => record.find(keyOf(n))))
  expect(rows.map((row) => [row?.state, row?.signed.authorization.value])).toEqual([
    ['claimed', 15_000n],
    ['broadcast', 30_000n],
    ['settled', 45_000n],
    ['answered', 60_000n],
    ['failed', 75_000n],
    ['owed', 90_000n],
  ])
  expect(rows[3]).toEqual({
    ...keyOf(4),
    state: 'answered',
    request: 'digest 4',
    signed: {
      authorization: {
        ...{ from: hex('a', 20), to: hex('b', 20), value: 60_000n, validAfter: 0n },
        ...{ validBefore: 1_700_000_060n, nonce: keyOf(4).nonce },
      },
      signature: hex('c', 65),
    },
    transaction: hex('d', 32),
    logIndex: 7,
    answer: {
      status: 200,
      body: '{"data":{"quotes":[{"price":1}]}}',
      paymentResponse: 'eyJzdWNjZXNzIjp0cnVlfQ==',
    },
    createdAt: 1_700_000_000_003,
  })
  expect(rows[5]?.signed.authorization.validBefore).toBe(2n ** 256n - 1n)
  expect((await record.unfinished()).map(({ state }) => state)).toEqual([
    ...['claimed', 'broadcast', 'settled'],
  ])
  // They go on as payments of today.
  await record.owed(keyOf(3), 'The server stopped.')
  expect((await record.totals()).owed).toEqual({ count: 2, amount: 135_000n })
  return { record, database }
}

describe('SQLite', () => {
  const shapeOf = (file: string) => {
    const connection = new DatabaseSync(file, { readOnly: true })
    const shape = connection.prepare('select type, name, sql from sqlite_master order by 2').all()
    connection.close()
    return shape
  }

  test('default: the first released shape is taken on, and ends as a new one begins', async () => {
    const file = join(folder, ledgerFile)
    const connection = new DatabaseSync(file)
    connection.exec(firstSchema('sqlite'))
    connection.close()
    const { record } = await takeOn({ database: undefined, dataDir: folder })
    await record.close()
    const fresh = mkdtempSync(join(folder, 'fresh-'))
    await (await openStore({ database: undefined, dataDir: fresh }, () => {})).record.close()
    const text = (rows: ReturnType<typeof shapeOf>) =>
      rows.map(({ name, sql }) => `${name}: ${String(sql).replace(/\s+/g, ' ')}`)
    expect(text(shapeOf(file))).toEqual(text(shapeOf(join(fresh, ledgerFile))))
  })

  test('behavior: what was never started has no shape', async () => {
    new DatabaseSync(join(folder, ledgerFile)).close()
    expect(await readShape({ database: undefined, dataDir: folder })).toBe(0)
  })
})

describe.skipIf(!postgres)('PostgreSQL', () => {
  const shapeSql = `select table_name, column_name, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = current_schema() order by 1, 2`
  const indexSql = `select replace(indexdef, current_schema() || '.', '') as is from pg_indexes
    where schemaname = current_schema() order by 1`

  test('default: the first released shape is taken on, and ends as a new one begins', async () => {
    const [old, fresh] = [await openTestSchema(postgres!), await openTestSchema(postgres!)]
    await old.query(`set search_path = ${old.name}; ${firstSchema('postgres')}`)
    expect(await readShape({ database: fresh.url, dataDir: folder })).toBe(0)
    const taken = await takeOn({ database: old.url, dataDir: folder })
    const made = await openStore({ database: fresh.url, dataDir: folder }, () => {})
    for (const sql of [shapeSql, indexSql])
      expect(await taken.database.scan(sql)).toEqual(await made.database.scan(sql))
    await taken.record.close()
    await made.record.close()
    await old.drop()
    await fresh.drop()
  })
})
