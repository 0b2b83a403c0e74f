import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test } from 'vitest'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import type { AccessStore } from './access-store.ts'
import { openAccessStore } from './open-access-store.ts'
import { describeAccessStore } from './testing/describe-access-store.ts'
import { openSqliteAccessStore } from './testing/sqlite-access-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiq-access-'))
const files = new Map<AccessStore, string>()
const open = async (file: string) => {
  const store = openSqliteAccessStore(file)
  files.set(store, file)
  return store
}
afterAll(async () => {
  for (const store of files.keys()) await store.close()
  rmSync(folder, { recursive: true, force: true })
})

describeAccessStore(
  'SQLite',
  () => open(join(folder, `${files.size}.sqlite`)),
  (to) => open(files.get(to)!),
  { numRuns: 5 },
)

const at = Date.UTC(2026, 10, 20)
const month = { organisation: 'acme', month: '2026-11', monthlyCredits: 100, at }
const gift = (id: string, credits: number) => ({
  id,
  organisation: 'acme',
  kind: 'topup' as const,
  credits,
  at,
})

test('behavior: does not refund a debit that is answered during the search for it', async () => {
  const database = openSqliteDatabase(':memory:')
  const answered = { sql: 'update credit_ledger set unanswered = null', values: [] }
  const store = openAccessStore({
    ...database,
    async scan(...question) {
      const rows = await database.scan(...question)
      await database.write(answered)
      return rows
    },
  })
  await store.createOrganisation({ id: 'acme', name: 'Acme', plan: 'basic', createdAt: at })
  await store.take({ ...month, id: 'a', key: 'k', credits: 30 })
  expect(await store.refundUnanswered([{ id: 'a', beats: 1 }], at)).toBe(0)
  expect(await store.balance(month)).toEqual({ prepaid: 0, allotment: 70 })
  await store.close()
})

describe('several processes on SQLite', () => {
  test('behavior: four concurrent connections spend every credit exactly once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fiq-credits-'))
    const file = join(folder, 'access.sqlite')
    const store = openSqliteAccessStore(file)
    await store.createOrganisation({ id: 'acme', name: 'Acme', plan: 'basic', createdAt: at })
    await store.give(gift('g', 143))
    const spend = (worker: number) =>
      new Promise<number>((resolve, reject) => {
        const thread = new Worker(new URL('./testing/spend-until-empty.ts', import.meta.url), {
          workerData: { file, worker, credits: 3, at },
        })
        thread.once('message', resolve)
        thread.once('error', reject)
      })
    const spent = await Promise.all([1, 2, 3, 4].map(spend))
    expect(spent.reduce((sum, each) => sum + each, 0)).toBe(243)
    expect(await store.balance(month)).toEqual({ prepaid: 0, allotment: 0 })
    expect((await store.ledger('acme', 500)).filter(({ kind }) => kind === 'debit')).toHaveLength(
      81,
    )
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
