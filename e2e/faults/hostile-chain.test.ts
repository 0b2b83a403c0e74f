import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostilities, runHostileChain } from './hostile-chain.ts'

const seed = Number(process.env['FIQ_TEST_SEED'] ?? randomInt(2 ** 31))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-chain-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each(Object.keys(hostilities))(
  'behavior: a node that %s neither loses nor doubles a payment',
  async (name) => {
    const { violations, purchases, books } = await runHostileChain(folder, name, seed)
    expect(violations, `FIQ_TEST_SEED=${seed}`).toEqual([])
    expect(purchases).toBeGreaterThanOrEqual(2)
    expect(books).toMatchObject({ owed: 0n, failed: 0, answered: books.received })
  },
  60_000,
)

test.each(Object.keys(hostilities))(
  'behavior: a node that %s until the authorizations have expired neither loses nor doubles a payment',
  async (name) => {
    const { violations, books } = await runHostileChain(folder, name, seed, { shortLived: true })
    expect(violations, `FIQ_TEST_SEED=${seed}`).toEqual([])
    expect(books.received).toBe(books.answered + books.owed)
  },
  60_000,
)
