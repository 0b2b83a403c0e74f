import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import { planNamed } from '../accounts/plans.ts'
import { onStore } from '../commands/printing/operator-ports.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { ledgerFile } from '../storage/database/sqlite-database.ts'
import { openStorage } from './storage.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fiq-storage-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const nowMs = () => Date.UTC(2026, 10, 20)
const open = () => {
  const place = { database: undefined, dataDir, redis: undefined }
  const config = { ...place, rateLimit: 60, unpaidFetches: 60, keepAnswers: 72, largeAnswers: 512 }
  return openStorage(config, nowMs, (error) => {
    throw error
  })
}
const ledgerKinds = (organisation: string) =>
  onStore({ database: undefined, dataDir }, async ({ database }) => {
    const rows = await openAccessStore(database).ledger(organisation, 9)
    return rows.map(({ kind }) => kind).sort()
  })

test('error: refuses a second server on a folder, and changes no debit of the first', async () => {
  const first = await open()
  const { accounts, credits } = first.access
  const organisation = await createOrganisation({ name: 'Acme', plan: 'basic' }, accounts)
  const { row } = await issueKey({ organisation: organisation.id, name: 'ci' }, accounts)
  await credits.take({ organisation, key: row, plan: planNamed(organisation.plan) }, 10)

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

test("default: stores answers for the operator's duration", async () => {
  const { record, close } = await open()
  expect(record.limits.keptMinMs).toBe(72 * 3_600_000)
  await close()
})
