import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPostgres } from '../testing/stores.ts'
import { runInstances } from './instances.ts'

const seed = Number(process.env['FIQ_TEST_SEED'] ?? randomInt(2 ** 31))
const postgres = await startPostgres()

describe.skipIf(!postgres)('three instances over one PostgreSQL', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-instances-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  afterAll(() => postgres?.stop())

  test.each(['sync', 'async'] as const)(
    'default: one payment, sent a hundred times at once and settled %s, moves once, and all answers are equal',
    async (settlement) => {
      // The second payment of a payer with a settled payment is answered before settlement.
      const plan = { rounds: 2, purchases: 1, copies: 100, settlement }
      const { violations } = await runInstances(folder, { database: postgres!.url }, plan, seed)
      expect(violations, `FIQ_TEST_SEED=${seed}`).toEqual([])
    },
    120_000,
  )

  test('behavior: if the database restarts under load, every payment is still answered, once', async () => {
    const strike = async () => postgres!.restart()
    const plan = { rounds: 1, purchases: 40, copies: 3, settlement: 'sync' } as const
    const shared = { database: postgres!.url, strike }
    const { violations, seen } = await runInstances(folder, shared, plan, seed)
    expect(violations, `FIQ_TEST_SEED=${seed}`).toEqual([])
    expect(Object.keys(seen)).not.toEqual(['200'])
  }, 120_000)
})
