import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createTestSchema, findPostgres } from '../database/testing/postgres.ts'
import { openStore } from '../open-store.ts'
import { claimOf, keyOf } from '../payments/testing/payments.ts'
import { createGasSpending } from './gas-spending.ts'

const postgres = await findPostgres()
const day = 86_400_000

test('behavior: no statement before a claim reads the whole table of payments', async () => {
  const database = openSqliteDatabase(':memory:')
  const asked: string[] = []
  const read: typeof database.read = (sql, ...values) => {
    asked.push(sql)
    return database.read(sql, ...values)
  }
  await createGasSpending({ ...database, read }).since(0)
  expect(asked).toHaveLength(2)
  for (const sql of asked) {
    const steps = await database.read(`explain query plan ${sql.replaceAll('?', '0')}`)
    for (const { detail } of steps) expect(detail).toMatch(/^SEARCH .* USING .*INDEX /)
  }
  await database.close()
})

for (const kind of ['SQLite', ...(postgres ? ['PostgreSQL'] : [])])
  test(`default: ${kind} sums what gas cost since a time, beside the open payments, and drops days`, async () => {
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
    expect(await spending.prune(day + 1_500, 10)).toBe(1)
    expect(await spending.since(0)).toEqual({ spent: 5n, open: 1 })
    await record.close()
    await schema?.drop()
    rmSync(dataDir, { recursive: true })
  })
