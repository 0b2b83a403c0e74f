import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import { planNamed } from '../accounts/plans.ts'
import { onStore } from '../commands/printing/operator-ports.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { ledgerFile } from '../storage/database/sqlite-database.ts'
import { createTestSchema, postgres } from '../storage/database/testing/postgres.ts'
import { claimOf, keyOf } from '../storage/payments/testing/payments.ts'
import { openStorage, type Storage } from './storage.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fiq-storage-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const nowMs = () => Date.UTC(2026, 10, 20)
const open = (database?: string) => {
  const place = { database, dataDir, redis: undefined }
  const config = { ...place, rateLimit: 60, unpaidFetches: 3, keepAnswers: 72, largeAnswers: 512 }
  return openStorage(config, nowMs, (error) => {
    throw error
  })
}
/** An organisation with credits, and its key. */
async function customerOf({ access: { accounts } }: Storage) {
  const organisation = await createOrganisation({ name: 'Acme', plan: 'basic' }, accounts)
  const { row: key } = await issueKey({ organisation: organisation.id, name: 'ci' }, accounts)
  return { organisation, key, plan: planNamed(organisation.plan) }
}
const ledgerKinds = (organisation: string) =>
  onStore({ database: undefined, dataDir }, async ({ database }) => {
    const rows = await openAccessStore(database).ledger(organisation, 9)
    return rows.map(({ kind }) => kind).sort()
  })

test('error: refuses a second server on a folder, and changes no debit of the first', async () => {
  const first = await open()
  const customer = await customerOf(first)
  const { organisation } = customer
  await first.access.credits.take(customer, 10)

  await expect(open()).rejects.toThrow(`Another server uses the data folder ${dataDir}.`)
  // The operator's commands work beside the server.
  expect(await ledgerKinds(organisation.id)).toEqual(['allotment', 'debit'])
  await first.close()

  const next = await open()
  expect(await ledgerKinds(organisation.id)).toEqual(['allotment', 'debit', 'refund'])
  await next.close()
})

test('behavior: a start that fails releases the folder', async () => {
  const ledger = join(dataDir, ledgerFile)
  mkdirSync(ledger)
  await expect(open()).rejects.toThrow('cannot be used')
  rmSync(ledger, { recursive: true })
  await (await open()).close()
})

test("default: stores answers for the operator's duration, and large ones in its room", async () => {
  const { record, close } = await open()
  expect(record.limits.storedMinMs).toBe(72 * 3_600_000)
  expect(record.limits.largeBytesMax).toBe(512 * 2 ** 20)
  await close()
})

test("default: the operator's limits of requests and of unpaid fetches apply", async () => {
  const { access, close } = await open()
  const address = '192.0.2.1'
  const requests = async () => {
    for (let admitted = 0; ; admitted += 1)
      if (!(await access.gate.mayProve(address))) return admitted
      else await access.gate.admitAnonymous(address)
  }
  expect(await requests()).toBe(60)
  for (let n = 0; n < 3; n += 1) await access.gate.spendFetch({ address })
  await expect(access.gate.spendFetch({ address })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await close()
})

test('behavior: a debit whose answer was sent just before the end is not refunded', async () => {
  const first = await open()
  const customer = await customerOf(first)
  const debit = await first.access.credits.take(customer, 10)
  first.access.credits.answered(debit)
  await first.close()
  const next = await open()
  expect(await next.store.unanswered()).toEqual([])
  expect(await ledgerKinds(customer.organisation.id)).toEqual(['allotment', 'debit'])
  await next.close()
})

test('behavior: refunds no debit whose operation still runs, for however many minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const storage = await open()
  const customer = await customerOf(storage)
  const { credits } = storage.access
  const slow = await credits.take(customer, 10)
  const month = { month: '2026-11', monthlyCredits: 1_000, at: nowMs() }
  const { id: organisation } = customer.organisation
  await storage.store.take({ id: 'lost', organisation, key: 'k', credits: 7, ...month })
  const unanswered = async () => (await storage.store.unanswered()).map(({ id }) => id)
  while ((await unanswered()).includes('lost')) vi.advanceTimersByTime(60_000)
  expect(await unanswered()).toEqual([slow.id])
  credits.answered(slow)
  await storage.close()
  vi.useRealTimers()
  expect(await ledgerKinds(organisation)).toEqual(['allotment', 'debit', 'debit', 'refund'])
})

test.skipIf(!postgres)(
  'behavior: on PostgreSQL, an instance that starts refunds no debit of another',
  async () => {
    const schema = await createTestSchema(postgres!)
    const first = await open(schema.url)
    const debit = await first.access.credits.take(await customerOf(first), 10)
    const second = await open(schema.url)
    expect(await second.store.unanswered()).toEqual([{ id: debit.id, beats: 1 }])
    for (const storage of [first, second]) await storage.close()
    await schema.drop()
  },
)

test('behavior: every table whose rows expire is pruned', async () => {
  const { database, prunable, ...storage } = await open()
  const customer = await customerOf({ database, prunable, ...storage })
  const { credits } = storage.access
  const once = { key: 'k', request: 'digest' }
  const debit = await credits.takeOnce(customer, 10, once)
  if (debit === 'known') throw new Error('The key is new.')
  await credits.storeOnce(debit, once, { status: 200, body: '{}' }, 0)
  await storage.record.claim(claimOf(keyOf(1), { validBefore: 1n }))
  await storage.record.failed(keyOf(1), 'unknown')
  await storage.sent.broadcast(claimOf(keyOf(2), { validBefore: 1n }).signed, `0x${'1'.repeat(64)}`)
  await storage.spending.spent('0x01', 1n, nowMs())
  const count = { kind: 'quotes', hour: nowMs(), name: '', calls: 1, failed: 0 } as const
  await storage.counts.add([{ ...count, milliseconds: 1 }])
  const tables = ['credit_answers', 'payments', 'served_settlements', 'gas_spending']
  const rows = async () => {
    const counts = [...tables, 'hourly_counts'].map(async (table) => {
      const [row] = await database.read(`select count(*) as n from ${table}`)
      return Number(row?.['n'])
    })
    return Promise.all(counts)
  }
  expect(await rows()).toEqual([1, 1, 1, 1, 1])
  const later = nowMs() + 400 * 86_400_000
  for (const table of prunable) await table.prune(later, 10)
  expect(await rows()).toEqual([0, 0, 0, 0, 0])
  await storage.close()
})
