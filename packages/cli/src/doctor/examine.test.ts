import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { personalFile, personalFolder } from '@fiq/shared/personal-server'
import { tariff } from '@fiq/shared/schema/contract'
import { describe, expect, test } from 'vitest'
import type { SendRequest } from '../http/send-request.ts'
import { createBudget } from '../payment/budget/budget.ts'
import { defaultLimits } from '../payment/budget/limits.ts'
import { openDatabase } from '../payment/journal/open-database.ts'
import { resetJournal } from '../payment/reset-journal.ts'
import { payerOptions, scratchFolder } from '../payment/testing/test-payer.ts'
import { terms } from '../payment/testing/test-terms.ts'
import { never } from '../wallet/testing/memory-keychain.ts'
import { examine } from './examine.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const service = {
  name: 'fiq',
  version: '1',
  tariff: tariff.version,
  network: 'eip155:8453',
  devnet: true,
}
const offline: SendRequest = () => Promise.reject(new Error('connect ECONNREFUSED'))
const answering =
  (body: unknown, date = new Date(now).toUTCString()): SendRequest =>
  async () => ({ status: 200, headers: { date }, body: JSON.stringify(body) })

async function checked(folder: string, given: Partial<Parameters<typeof examine>[0]> = {}) {
  const checks = await examine({
    configDir: folder,
    stateDir: folder,
    loadKeychain: async () => undefined,
    send: offline,
    randomBytes: (length) => new Uint8Array(length),
    clock: { now: () => now, sleep: async () => {} },
    folders: { config: folder, state: folder, cache: folder, runtime: join(folder, 'run') },
    url: 'http://127.0.0.1:4020',
    version: '1.0.0',
    nodeVersion: '24.0.0',
    settings: { path: join(folder, 'settings.json'), profile: 'default' },
    ...given,
  })
  return {
    checks,
    statusOf: (name: string) => checks.find((check) => check.name === name)?.status,
    detailOf: (name: string) => checks.find((check) => check.name === name)?.detail,
  }
}

describe('examine', () => {
  test('behavior: beside an own server, a wallet is not missing', async () => {
    using folder = scratchFolder()
    mkdirSync(join(folder.path, personalFolder))
    writeFileSync(join(folder.path, personalFolder, personalFile), '{}')
    expect((await checked(folder.path)).statusOf('wallet')).toBe('skipped')
  })

  test('default: new and offline: nothing failed, and nothing was created', async () => {
    using folder = scratchFolder()
    const home = join(folder.path, 'none')
    const { checks } = await checked(home)
    expect(checks.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      'fiq: ok',
      'settings: ok',
      'folder: cache: ok',
      'folder: runtime: ok',
      'private files: ok',
      'journal: ok',
      'limits: ok',
      'wallet: warning',
      'keychain: skipped',
      'server: skipped',
    ])
    expect(
      checks.flatMap(({ name, remedy }) => (remedy?.includes('fiq up') ? [name] : [])),
    ).toEqual(['wallet', 'server'])
    rmSync(folder.path, { recursive: true })
    mkdirSync(folder.path)
  })

  test('behavior: a server with equal prices and an accurate clock are ok', async () => {
    using folder = scratchFolder()
    const { statusOf } = await checked(folder.path, { send: answering(service) })
    expect(['server', 'tariff', 'clock'].map(statusOf)).toEqual(['ok', 'ok', 'ok'])
  })

  test('behavior: reports how much the server can answer, as far as it tells', async () => {
    using folder = scratchFolder()
    const detailOf = async (facts: object, answers: Readonly<Record<string, unknown>>) => {
      const send: SendRequest = async ({ url }) => ({
        status: url.pathname in answers ? 200 : 404,
        headers: {},
        body: JSON.stringify(answers[url.pathname]),
      })
      answers = { '/api/v1/service': { ...service, ...facts }, ...answers }
      return (await checked(folder.path, { send })).detailOf('server')
    }
    const rates = { 'Query.gdp': {}, 'Query.rates': {}, 'Entity.news': {} }
    const tariffAnswer = { rates, unavailable: { 'Entity.news': 'no source' } }
    expect(await detailOf({}, { '/api/v1/tariff': tariffAnswer })).toMatch(/devnet, 2 of 3 fields$/)
    expect(await detailOf({}, { '/api/v1/tariff': {} })).toMatch(/devnet$/)
    const areas = [{ isReady: true }, { isReady: false }]
    const own = { network: null, devnet: false }
    expect(await detailOf(own, { '/api/v1/sources': { areas } })).toMatch(/nothing, 1 of 2 areas$/)
    expect(await detailOf(own, {})).toMatch(/sells nothing$/)
  })

  test('error: reports another tariff, another clock, and a server that is not fiq', async () => {
    using folder = scratchFolder()
    const other = { ...service, tariff: 'x\u001b[2J' }
    const late = new Date(now - 120_000).toUTCString()
    const { statusOf, detailOf } = await checked(folder.path, { send: answering(other, late) })
    expect(['tariff', 'clock'].map(statusOf)).toEqual(['failed', 'failed'])
    expect(detailOf('clock')).toBe('120 s ahead of the server')
    expect(detailOf('tariff')).not.toContain('\u001b')
    const { statusOf: of } = await checked(folder.path, { send: answering('hello') })
    expect(of('server')).toBe('failed')
  })

  test('error: reports a damaged journal, unreadable limits, and files that others can read', async () => {
    using folder = scratchFolder()
    writeFileSync(join(folder.path, 'payments.sqlite'), 'no database at all', { mode: 0o600 })
    writeFileSync(join(folder.path, 'budget.json'), '{')
    writeFileSync(join(folder.path, 'wallets.json'), '{"wallets":[]}')
    chmodSync(join(folder.path, 'wallets.json'), 0o644)
    const { statusOf } = await checked(folder.path)
    expect(['journal', 'limits', 'private files'].map(statusOf)).toEqual([
      'failed',
      'failed',
      'failed',
    ])
  })

  test.each([
    ['a row that cannot be read', "UPDATE purchases SET authorization = '{'"],
    [
      'an index that lacks a row',
      `PRAGMA writable_schema = ON;
       UPDATE sqlite_schema SET sql = replace(sql, '(request, at)', '(at, request)') WHERE name = 'purchases_request'`,
    ],
  ])('error: reports %s as a journal that payments cannot use', async (_, damage) => {
    using folder = scratchFolder()
    const database = openDatabase(folder.path)
    const worker = { pid: 1, token: 'a', isAlive: () => false, uptime: () => 0 }
    const caps = defaultLimits
    createBudget(database, { worker, now: () => now, session: 's', caps }).reserve(terms(1))
    database.close()
    const file = new DatabaseSync(join(folder.path, 'payments.sqlite'))
    file.enableDefensive(false)
    file.exec(damage)
    file.close()
    const { checks } = await checked(folder.path)
    expect(checks.find(({ name }) => name === 'journal')).toMatchObject({
      status: 'failed',
      remedy: expect.stringContaining('fiq payments reset'),
    })
    const world = payerOptions(folder.path, new URL('http://127.0.0.1:1'))
    const reset = await resetJournal(world, { isSure: true, withoutChain: true })
    expect(reset.movedTo).toContain('payments.sqlite.before-')
    expect((await checked(folder.path)).statusOf('journal')).toBe('ok')
  })

  test('error: reports a clock behind the journal', async () => {
    using folder = scratchFolder()
    const database = openDatabase(folder.path)
    database.run('UPDATE clock SET high_water = ?', now + 3_600_000)
    database.close()
    const { checks } = await checked(folder.path)
    expect(checks.find(({ name }) => name === 'clock')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('2026-11-20T13:00:00.000Z'),
    })
  })

  test('error: reports a missing keystore, and a silent keychain within its time limit', async () => {
    using folder = scratchFolder()
    const wallets = [{ name: 'main', address: `0x${'11'.repeat(20)}`, place: 'keystore' }]
    writeFileSync(join(folder.path, 'wallets.json'), JSON.stringify({ current: 'main', wallets }))
    const hanging = { getPassword: never, setPassword: never, deletePassword: never }
    const { statusOf } = await checked(folder.path, { loadKeychain: async () => hanging })
    expect(['wallet', 'keychain'].map(statusOf)).toEqual(['failed', 'warning'])
  })
})
