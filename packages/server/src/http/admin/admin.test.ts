import { randomBytes, randomUUID } from 'node:crypto'
import { defined } from '@fiq/shared/defined'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createInFlight } from '../../payments/in-flight.ts'
import type { PaidAnswer } from '../../payments/ports.ts'
import { reconcile } from '../../payments/reconcile/reconcile.ts'
import { openAccess } from '../../rate-limit/access.ts'
import { openAccessStore } from '../../storage/accounts/open-access-store.ts'
import { createOperatorStore, type OperatorStore } from '../../storage/admin/operator-store.ts'
import type { Database } from '../../storage/database/database.ts'
import { openSqliteDatabase } from '../../storage/database/sqlite-database.ts'
import { createSettlements } from '../../storage/payments/create-settlements.ts'
import { openPaymentRecord } from '../../storage/payments/open-payment-record.ts'
import { claimOf, keyOf, settlement } from '../../storage/payments/testing/payments.ts'
import { httpDefaults, httpRules } from '../http-defaults.ts'
import { sessionLimits } from '../session/browser-sessions.ts'
import { adminSurface } from './admin.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { signInsPerMinute } from './sign-in.ts'

const site = 'https://fiq.test'
const clock = { nowMs: Date.UTC(2026, 10, 20, 12) }
const nowMs = () => clock.nowMs
let database: Database
let operators: OperatorStore
let sessions: Sessions
let problems: unknown[]
/** The state of all payments on the chain. */
let chain: 'settled' | 'unused' = 'unused'

beforeEach(async () => {
  problems = []
  chain = 'unused'
  clock.nowMs = Date.UTC(2026, 10, 20, 12)
  database = openSqliteDatabase(':memory:')
  operators = createOperatorStore(database)
  sessions = createSessions({ store: operators, nowMs, random: randomBytes })
  await operators.addOperator({ name: 'ann', createdAt: nowMs() })
})
afterEach(async () => {
  await database.close()
  expect(problems).toEqual([])
})

function openServer({ publicUrl }: { publicUrl: string | undefined } = { publicUrl: site }) {
  const app = Fastify({ ...httpDefaults })
  const report = (error: unknown) => void problems.push(error)
  const record = openPaymentRecord(database)
  const store = openAccessStore(database)
  const inFlight = createInFlight<PaidAnswer>()
  const facilitator = {
    findSettlement: async () =>
      chain === 'settled'
        ? ({ outcome: 'settled', ...settlement } as const)
        : { outcome: chain, asOfSeconds: 1_700_000_001n },
  }
  httpRules(app, 'sandbox', report)
  adminSurface(app, {
    access: openAccess({ store, requestsPerMinute: 6_000, nowMs, report }),
    database,
    report,
    publicUrl,
    nowMs,
    facts: { version: '1.2.3', dataMode: 'live', devnet: false },
    paymentPorts: { record, inFlight },
    reconcileNow: (rows) => reconcile({ record, inFlight, facilitator }, rows),
    running: {
      upstreamHealth: () => [],
      sourceName: (host) => host,
      instances: () => 2,
      isShared: false,
      troubles: () => [{ operation: 'data.sec.gov/', failures: 5, restsUntil: 0 }],
      cacheState: () => ({ answers: 1, bytes: 2, bytesMax: 3, hits: 4, misses: 5 }),
      settings: [{ flag: '--port', value: '4020', help: 'port' }],
      flushCounts: async () => {},
    },
  })
  return { app, record, store }
}

type Server = ReturnType<typeof openServer>
type Fields = Record<string, string | undefined>

async function fileOf({ app }: Server, name: string, fields: Fields) {
  const { cookie = '' } = fields
  return app.inject({ url: `/admin/files/${name}`, headers: { host: 'fiq.test', cookie } })
}

/** Sends a request like the page, except for the test's changes. */
async function ask({ app }: Server, path: string, body?: unknown, fields: Fields = {}) {
  const headers = Object.fromEntries(
    Object.entries({
      host: 'fiq.test',
      'sec-fetch-site': 'same-origin',
      ...defined({
        origin: body === undefined ? undefined : site,
        'content-type': body === undefined ? undefined : 'application/json',
      }),
      ...fields,
    }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>
  const answer = await app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/admin/api/${path}`,
    headers,
    ...defined({
      payload:
        body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    }),
  })
  const json = answer.json() as Record<string, unknown> & { errors?: { extensions: object }[] }
  return { status: answer.statusCode, headers: answer.headers, json }
}

async function signIn(server: Server, fields: Fields = {}) {
  const { code } = await sessions.newCode('ann')
  const answer = await ask(server, 'sign-in', { code }, fields)
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  return { ...answer, code, mine: { cookie, 'x-fiq-csrf': String(answer.json['csrf']) } }
}

describe('signing in', () => {
  test('default: a code gives a session in a cookie that scripts and other sites cannot read', async () => {
    const server = openServer()
    const { status, headers, json, mine } = await signIn(server)
    expect(status).toBe(200)
    expect(headers['set-cookie']).toMatch(
      /^__Host-fiq_admin=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(headers['cache-control']).toBe('private, no-store')
    const session = await ask(server, 'session', undefined, mine)
    expect([session.status, session.json]).toEqual([200, json])
    const { headers: out } = await ask(server, 'sign-out', {}, mine)
    expect(out['set-cookie']).toMatch(/^__Host-fiq_admin=; Path=\/; Max-Age=0;/)
    expect((await ask(server, 'session', undefined, mine)).status).toBe(401)
  })

  test('behavior: works without https only on this machine', async () => {
    const here = { host: '127.0.0.1:4020', origin: 'http://127.0.0.1:4020' }
    const local = await signIn(openServer({ publicUrl: undefined }), here)
    expect(local.headers['set-cookie']).toMatch(/^fiq_admin=.*SameSite=Strict$/)
    const there = { host: 'fiq.test', origin: 'http://fiq.test' }
    for (const server of [
      openServer({ publicUrl: undefined }),
      openServer({ publicUrl: 'http://fiq.test' }),
    ])
      expect((await signIn(server, there)).json.errors?.[0]?.extensions).toMatchObject({
        code: 'NOT_CONFIGURED',
        remedy: expect.stringContaining('--public-url https'),
      })
  })

  test('behavior: another instance with the same storage accepts the session', async () => {
    const { mine } = await signIn(openServer())
    expect((await ask(openServer(), 'session', undefined, mine)).status).toBe(200)
  })

  test('error: a sign-in replaces the session id of the request', async () => {
    const server = openServer()
    const planted = { cookie: `__Host-fiq_admin=${'A'.repeat(43)}` }
    const { mine } = await signIn(server, planted)
    expect(mine.cookie).not.toBe(planted.cookie)
    expect((await ask(server, 'session', undefined, planted)).status).toBe(401)
  })

  test.each([
    ['none', undefined],
    ['forged', `__Host-fiq_admin=${'A'.repeat(43)}`],
    ['odd', '__Host-fiq_admin=%00; __Host-fiq_admin'],
    ['of plain http on a public site', 'plain'],
  ])('error: a cookie that is %s gives no access', async (kind, cookie) => {
    const server = openServer()
    const { mine } = await signIn(server)
    const plain = mine.cookie.replace('__Host-', '')
    const shown = cookie === 'plain' ? plain : cookie
    for (const path of ['session', 'overview', 'payments', 'organisations', 'system', 'actions'])
      expect((await ask(server, path, undefined, { cookie: shown })).status, kind).toBe(401)
  })

  test('error: refuses expired, signed-out and removed sessions', async () => {
    const server = openServer()
    const { mine } = await signIn(server)
    clock.nowMs += sessionLimits.idleMs
    expect((await ask(server, 'session', undefined, mine)).status).toBe(401)
    const later = await signIn(server)
    await operators.removeOperator('ann')
    expect((await ask(server, 'session', undefined, later.mine)).status).toBe(401)
  })

  test('behavior: automatic refreshes of the page do not extend a session', async () => {
    const server = openServer()
    const { mine } = await signIn(server)
    clock.nowMs += sessionLimits.idleMs - 1
    const refresh = { ...mine, 'x-fiq-refresh': '1' }
    expect((await ask(server, 'overview', undefined, refresh)).status).toBe(200)
    clock.nowMs += 1
    expect((await ask(server, 'overview', undefined, refresh)).status).toBe(401)
  })

  test('error: guesses end after a few tries, even with the right code', async () => {
    const server = openServer()
    const { code } = await sessions.newCode('ann')
    const statuses: number[] = []
    for (let tries = 0; tries < signInsPerMinute; tries += 1)
      statuses.push((await ask(server, 'sign-in', { code: 'x'.repeat(43) })).status)
    expect(new Set(statuses)).toEqual(new Set([401]))
    const refused = await ask(server, 'sign-in', { code })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '6'])
    clock.nowMs += 60_000
    expect((await ask(server, 'sign-in', { code })).status).toBe(200)
  })
})

describe('changes are accepted only from the page', () => {
  const change = { name: 'Acme', plan: 'basic' }
  test.each<[string, Fields]>([
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    [
      'another port of the host',
      { origin: 'https://fiq.test:8443', 'sec-fetch-site': 'same-site' },
    ],
    ['the site over plain http', { origin: 'http://fiq.test' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a browser that says it is another site', { 'sec-fetch-site': 'cross-site' }],
    ['no site', { origin: undefined }],
    ['the page without its token', { 'x-fiq-csrf': undefined }],
    ['the page with another token', { 'x-fiq-csrf': '0'.repeat(64) }],
  ])('error: refuses a request from %s', async (_, fields) => {
    const server = openServer()
    const { mine } = await signIn(server)
    const { status, headers, json } = await ask(server, 'organisations', change, {
      ...mine,
      ...fields,
    })
    expect(status).toBe(403)
    expect(json.errors?.[0]?.extensions).toMatchObject({ code: 'ORIGIN_REFUSED' })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(await server.store.organisations()).toEqual([])
    expect(await operators.actions(9)).toEqual([])
  })

  test('error: a form cannot imitate the page, nor sign anyone in', async () => {
    const server = openServer()
    const { mine } = await signIn(server)
    const form = { ...mine, 'content-type': 'text/plain' }
    expect((await ask(server, 'organisations', change, form)).status).toBe(415)
    const { code } = await sessions.newCode('ann')
    const elsewhere = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    expect((await ask(server, 'sign-in', { code }, elsewhere)).status).toBe(403)
  })
})

test('default: without operators the page explains how to create one; with one it works', async () => {
  const server = openServer()
  const page = () => server.app.inject({ url: '/admin', headers: { host: 'fiq.test' } })
  const there = await page()
  expect([there.statusCode, there.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(there.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+'$/)
  await operators.removeOperator('ann')
  const gone = await page()
  expect(gone.statusCode).toBe(404)
  expect(gone.body).toContain('fiq-server operators add NAME')
})

describe('payments', () => {
  test('default: a payment is found, checked on the chain, converted to credits once, and logged', async () => {
    const server = openServer()
    const { mine } = await signIn(server)
    const key = keyOf(1)
    await server.record.claim({ ...claimOf(key, { value: 15_000n }), createdAt: nowMs() })
    const at = `payments/${key.payer}/${key.nonce}`
    const seen = await ask(server, at, undefined, mine)
    expect(seen.json).toMatchObject({ state: 'claimed', mayReconcile: true, mayCredit: false })
    expect((await ask(server, 'payments/credit', key, mine)).status).toBe(400)

    chain = 'settled'
    const asked = await ask(server, 'payments/reconcile', { payment: key }, mine)
    expect(asked.json).toEqual({ owed: 1, paid: 0, failed: 0, open: 0, unknown: 0 })
    const owed = await ask(server, 'payments?state=owed', undefined, mine)
    expect(owed.json).toMatchObject({
      payments: [{ nonce: key.nonce, amount: '0.015' }],
      next: null,
    })
    const again = await ask(server, 'payments/reconcile', { payment: key }, mine)
    expect(again.status).toBe(400)

    const credited = await ask(server, 'payments/credit', key, mine)
    expect(credited.json).toMatchObject({ credits: 5, wallet: key.payer, creditsLeft: 5 })
    expect((await ask(server, 'payments/credit', key, mine)).status).toBe(400)
    const { json } = await ask(server, at, undefined, mine)
    const words = (json['timeline'] as { what: string }[]).map(({ what }) => what)
    expect(words).toContain('Turned into credits: 5 credits')
    expect(words).toContain('ann: credit payment, done')
    const log = await ask(server, 'actions', undefined, mine)
    expect(
      (log.json['actions'] as { action: string }[]).map(({ action }) => action).sort(),
    ).toEqual(['credit payment', 'reconcile'])
  })

  test('default: checks all unfinished payments; sums and pages are exact', async () => {
    const server = openServer()
    const { mine } = await signIn(server)
    for (let n = 0; n < 51; n += 1)
      await server.record.claim({ ...claimOf(keyOf(n), { value: 1n }), createdAt: nowMs() })
    chain = 'settled'
    expect((await ask(server, 'payments/reconcile', {}, mine)).json).toMatchObject({ owed: 51 })
    const first = await ask(server, 'payments', undefined, mine)
    expect(first.json['payments']).toHaveLength(50)
    const rest = await ask(server, `payments?after=${first.json['next']}`, undefined, mine)
    expect(rest.json).toMatchObject({ payments: [{ nonce: keyOf(0).nonce }], next: null })
    const overview = await ask(server, 'overview?range=day', undefined, mine)
    expect(overview.json).toMatchObject({ revenue: '0.000051' })
    expect((overview.json['sold'] as object[]).at(-1)).toMatchObject({ payments: 51 })
    expect(overview.json).toMatchObject({
      payments: 51,
      owed: { count: 51, amount: '0.000051' },
      drawn: expect.stringContaining('Owed to buyers'),
    })
    expect(overview.json['drawn']).not.toContain('style=')
    expect(overview.json['drawn']).toContain('<dd>0.000 USDC each</dd>')
    const states = overview.json['totals'] as { count: number; amount: string }[]
    expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(51)
    const linesOf = async (name: string) =>
      (await fileOf(server, name, mine)).body.split('\r\n').slice(1, -1)
    expect(await linesOf('payments.csv')).toHaveLength(51)
    expect(await linesOf('payments.csv?state=answered')).toEqual([])
    const steps = await linesOf('steps.csv?range=day')
    expect(steps).toHaveLength(24)
    expect(steps.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)).toBe(51)
  })

  test('default: every table is available as a file, which reports errors of its query', async () => {
    const server = openServer()
    const { mine } = await signIn(server)
    const names = ['steps', 'states', 'sources', 'payments', 'organisations', 'plans', 'log']
    for (const name of [...names, 'settings']) {
      const file = await fileOf(server, `${name}.csv`, mine)
      expect([file.statusCode, file.headers['content-type']]).toEqual([
        200,
        'text/csv; charset=utf-8',
      ])
      expect((await fileOf(server, `${name}.csv`, {})).statusCode).toBe(401)
    }
    const made = await ask(server, 'organisations', { name: 'Acme & Co', plan: 'basic' }, mine)
    for (const name of ['keys', 'ledger']) {
      const path = `${name}.csv?organisation=${made.json['id']}`
      const file = await fileOf(server, path, mine)
      expect([file.statusCode, file.headers['content-disposition']]).toEqual([
        200,
        `attachment; filename="fiq-${name}-Acme-Co.csv"`,
      ])
      expect((await fileOf(server, path, {})).statusCode).toBe(401)
      expect((await fileOf(server, `${name}.csv`, mine)).statusCode).toBe(404)
    }
    for (const wrong of ['steps.csv?range=x', 'payments.csv?state=x', 'payments.csv?search=0x1'])
      expect((await fileOf(server, wrong, mine)).statusCode).toBe(400)
    for (const unknown of ['constructor.csv', 'x'])
      expect((await fileOf(server, unknown, mine)).statusCode).toBe(404)
  })

  test('behavior: shows and checks a payment removed by a reorganisation, which becomes uncollectible', async () => {
    const server = openServer()
    const { mine } = await signIn(server)
    const key = keyOf(1)
    const claim = claimOf(key, { value: 15_000n, validBefore: 1_700_000_000n })
    await server.record.claim({ ...claim, createdAt: nowMs() })
    await server.record.answered(key, { status: 200, body: '{}' }, settlement)
    const settlements = createSettlements(database)
    for (const row of await settlements.settledIn(settlement.transaction))
      await settlements.reorganised(row)
    const seen = async (state: string) => {
      const list = await ask(server, `payments?state=${state}`, undefined, mine)
      const detail = await ask(server, `payments/${key.payer}/${key.nonce}`, undefined, mine)
      const { json } = await ask(server, 'overview?range=day', undefined, mine)
      const totals = json['totals'] as { state: string; count: number }[]
      clock.nowMs += 10_000
      return {
        listed: (list.json['payments'] as object[]).length,
        ...detail.json,
        counted: totals.filter(({ count }) => count > 0),
      }
    }
    expect(await seen('reorganised')).toMatchObject({
      listed: 1,
      state: 'reorganised',
      reason: 'A reorganisation of the chain removed the transfer.',
      mayReconcile: true,
      mayCredit: false,
      counted: [{ state: 'reorganised', count: 1, amount: '0.015' }],
    })
    // The chain is past the authorization's end, so the payment can no longer settle.
    const { json } = await ask(server, 'payments/reconcile', { payment: key }, mine)
    expect(json).toMatchObject({ failed: 1, paid: 0 })
    expect(await seen('uncollectible')).toMatchObject({
      listed: 1,
      state: 'uncollectible',
      mayReconcile: false,
      mayCredit: false,
      counted: [{ state: 'uncollectible', count: 1, amount: '0.015' }],
    })
    expect((await ask(server, 'payments/credit', key, mine)).status).toBe(400)
  })

  test.each([
    'payments?state=lost',
    'payments?search=0x12',
    'payments?after=x',
    'overview?range=ever',
    'overview?range=constructor',
    'actions?after=x',
  ])('error: %s gets an error that names the mistake', async (path) => {
    const server = openServer()
    const { mine } = await signIn(server)
    expect((await ask(server, path, undefined, mine)).status).toBe(400)
  })

  test('error: reports an unknown payment', async () => {
    const server = openServer()
    const { mine } = await signIn(server)
    const key = keyOf(9)
    for (const path of [`payments/${key.payer}/${key.nonce}`, 'payments/x/y'])
      expect((await ask(server, path, undefined, mine)).status).toBe(404)
    expect((await ask(server, 'payments/credit', key, mine)).status).toBe(404)
    expect((await ask(server, 'payments/credit', '{', mine)).status).toBe(400)
  })
})

describe('organisations', () => {
  test('default: creates an organisation, assigns a plan, gives credits once, and creates and revokes a key', async () => {
    const server = openServer()
    const { mine } = await signIn(server)
    const made = await ask(server, 'organisations', { name: 'Acme', plan: 'basic' }, mine)
    const at = `organisations/${made.json['id']}`
    await ask(server, `${at}/plan`, { plan: 'professional' }, mine)
    const grant = { credits: 100, reason: 'goodwill', request: randomUUID() }
    const gifts = [await ask(server, `${at}/credits`, grant, mine)]
    gifts.push(await ask(server, `${at}/credits`, grant, mine))
    expect(gifts.map(({ json }) => json['given'])).toEqual([true, false])
    const key = await ask(server, `${at}/keys`, { name: 'ci', days: 30 }, mine)
    expect(key.json).toMatchObject({ key: expect.stringMatching(/^fiq_/) })

    const { json } = await ask(server, at, undefined, mine)
    expect(json).toMatchObject({
      name: 'Acme',
      plan: 'professional',
      prepaid: 100,
      allotment: 50_000,
      keys: [{ name: 'ci', active: true }],
      ledger: expect.arrayContaining([
        expect.objectContaining({ kind: 'grant', credits: 100, note: 'ann: goodwill' }),
      ]),
    })
    const [{ id }] = json['keys'] as [{ id: string }]
    const revoked = await ask(server, `${at}/keys/revoke`, { key: id }, mine)
    expect(revoked.json).toEqual({ revoked: true })
    expect((await ask(server, `${at}/keys/revoke`, { key: 'x' }, mine)).status).toBe(404)
    const list = await ask(server, 'organisations?search=acm', undefined, mine)
    expect(list.json).toMatchObject({ organisations: [{ name: 'Acme', prepaid: 100 }] })
    const log = JSON.stringify((await ask(server, 'actions', undefined, mine)).json)
    expect(log).not.toContain(String(key.json['key']))
  })

  test('error: refuses and logs an impossible change', async () => {
    const server = openServer()
    const { mine } = await signIn(server)
    const refused = await ask(server, 'organisations', { name: 'A', plan: 'gold' }, mine)
    expect(refused.json.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT' })
    expect((await operators.actions(1))[0]?.outcome).toBe('BAD_INPUT')
    const { json } = await ask(server, 'organisations', { name: 'A', plan: 'basic' }, mine)
    const at = `organisations/${json['id']}`
    for (const credits of [0, -5, 1.5, 2e9])
      expect(
        (await ask(server, `${at}/credits`, { credits, reason: 'x', request: randomUUID() }, mine))
          .status,
      ).toBe(400)
    const noReason = { credits: 1, reason: ' ', request: randomUUID() }
    expect((await ask(server, `${at}/credits`, noReason, mine)).status).toBe(400)
    expect((await ask(server, 'organisations/none', undefined, mine)).status).toBe(404)
  })
})

test('default: shows the state of the instance', async () => {
  const server = openServer()
  const { mine } = await signIn(server)
  expect((await ask(server, 'system', undefined, mine)).json).toEqual({
    version: '1.2.3',
    dataMode: 'live',
    instances: 2,
    leases: [],
    upstreams: [],
    breakers: [{ operation: 'data.sec.gov/', failures: 5, restsUntil: '1970-01-01T00:00:00.000Z' }],
    cache: { answers: 1, bytes: 2, bytesMax: 3, hits: 4, misses: 5 },
    settings: [{ flag: '--port', value: '4020', help: 'port' }],
  })
})
