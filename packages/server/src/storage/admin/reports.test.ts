import { afterAll, describe, expect, test } from 'vitest'
import { openPostgresDatabase } from '../database/postgres-database.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createTestSchema, findPostgres, type TestSchema } from '../database/testing/postgres.ts'
import { readSearch, readState, searchPayments } from '../payments/payment-search.ts'
import { describeReports } from './testing/describe-reports.ts'

describeReports('SQLite', async () => openSqliteDatabase(':memory:'))

const postgres = await findPostgres()
if (postgres) {
  const schemas: TestSchema[] = []
  afterAll(async () => {
    for (const schema of schemas) await schema.drop()
  })
  describeReports('PostgreSQL', async () => {
    const schema = await createTestSchema(postgres)
    schemas.push(schema)
    return openPostgresDatabase(schema.url, () => {})
  })
}

describe('what is typed into the search', () => {
  test('default: a payer, a nonce or a transaction, in any case and with spaces around', () => {
    expect(readSearch('')).toBeUndefined()
    expect(readSearch(`  0x${'Ab'.repeat(20)} `)).toBe(`0x${'ab'.repeat(20)}`)
    expect(readSearch(`0x${'Ab'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
    expect(readState('')).toBeUndefined()
    expect(readState('owed')).toBe('owed')
  })
  test.each(['0x12', 'owed', `0x${'g'.repeat(40)}`, "'; drop table payments"])(
    'error: %j is told what to enter',
    (text) => {
      expect(() => readSearch(text)).toThrow('no payer, nonce or transaction')
    },
  )
  test('error: a state there is not', () => {
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
      plans.push(...rows.map((row) => String(row['detail'])))
      return []
    },
  }
  const payer = `0x${'a'.repeat(40)}` as const
  const nonce = `0x${'b'.repeat(64)}` as const
  const after = { createdAt: 1, payer, nonce }
  for (const found of [undefined, payer, nonce])
    for (const state of [undefined, 'owed', 'broadcast', 'answered'] as const)
      await searchPayments(asked, {
        ...{ limit: 50, after },
        ...(found && { found }),
        ...(state && { state }),
      })
  const wholeTables = plans.filter((plan) => /^SCAN payments$|^SCAN replaced/.test(plan))
  expect(wholeTables).toEqual([])
  expect(plans.some((plan) => plan.includes('payments_open'))).toBe(true)
  await database.close()
})
