import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPostgres } from '../testing/stores.ts'
import { runInstances } from './instances.ts'

const seed = Number(process.env['FIQ_TEST_SEED'] ?? randomInt(2 ** 31))
const postgres = await startPostgres()

describe.skipIf(!postgres)('three instances over a PostgreSQL of their own', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-instances-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  afterAll(() => postgres?.stop())

  test.each(['sync', 'async'] as const)(
    'default: one payment a hundred times at once, settled %s, moves once and all get the same bytes',
    async (settlement) => {
      // A payer with a settled payment is answered first the second time.
      const plan = { rounds: 2, purchases: 1, copies: 100, settlement }
      const { violations } = await runInstances(folder, { database: postgres!.url }, plan, seed)
      expect(violations, `FIQ_TEST_SEED=${seed}`).toEqual([])
    },
    120_000,
  )

  test('behavior: the database is restarted under load, and every payment is answered, once', async () => {
    const strike = async () => postgres!.restart()
    const plan = { rounds: 1, purchases: 40, copies: 3, settlement: 'sync' } as const
    const shared = { database: postgres!.url, strike }
    const { violations, seen } = await runInstances(folder, shared, plan, seed)
    expect(violations, `FIQ_TEST_SEED=${seed}`).toEqual([])
    expect(Object.keys(seen)).not.toEqual(['200'])
  }, 120_000)
})
