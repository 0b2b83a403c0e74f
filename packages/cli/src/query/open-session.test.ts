import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { resolveSettings } from '../config/settings.ts'
import type { SendRequest } from '../http/send-request.ts'
import { scratchFolder, testAddress, testTerminal } from '../payment/testing/test-payer.ts'
import { addKnownWallet } from '../wallet/keys/known-wallets.ts'
import { createCreditPurchases } from './credits/credit-purchases.ts'
import { lastingSessionsName } from './lasting-session.ts'
import { openSession } from './open-session.ts'

/** A session with a given reader of the stored key, and the keys that its requests carry. */
async function scene(
  key: () => Promise<string | undefined>,
  held: Record<string, string> = {},
  lasting?: string,
) {
  const folder = scratchFolder()
  const settings = resolveSettings({
    flags: {},
    env: {},
    stored: { list: () => held, current: () => undefined },
  })
  const options = {
    configDir: folder.path,
    stateDir: folder.path,
    serverUrl: new URL(settings.url),
    limits: {},
    secrets: {},
    terminal: testTerminal().terminal,
    session: 'one',
    clock: { now: () => 0 },
    randomBytes: (length: number) => new Uint8Array(length),
    processes: { pid: 1, isAlive: () => true, uptime: () => 0 },
  }
  const sent: string[] = []
  let keys = 0
  const lost: FiqError[] = []
  const send: SendRequest = async ({ headers }) => {
    const error = lost.shift()
    if (error) throw error
    sent.push(headers['authorization'] ?? 'no key')
    return { status: 200, headers: {}, body: '{"data":{"quotes":[]}}' }
  }
  const open = () => openSession({ cap: 100_000n, note: () => {}, ...defined({ lasting }) }, ports)
  const ports: Parameters<typeof openSession>[1] = {
    ports: {
      settings,
      key,
      send,
      expected: () => Promise.reject(new Error('nothing is paid')),
      estimate: async () => ({ tariff: 't', credits: 5, amount: 15_000n, rows: [] }),
      progress: { during: (_, work) => work, pause() {}, resume() {} },
      note() {},
      findOpen: async () => undefined,
      openCredits: new Set(),
      creditPurchases: () =>
        createCreditPurchases(folder.path, { now: () => 0, createKey: () => `key-${++keys}` }),
    },
    payerOptions: () => ({ ...options, send }) as never,
    key,
    sessions: new Set(),
  }
  const session = await open()
  return {
    session,
    open,
    path: folder.path,
    sent,
    lost,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

const operation = { query: '{ quotes { price } }' }

test('default: with a key nothing is paid, and its credits count at their price', async () => {
  using s = await scene(async () => 'fiq_1')
  expect(s.session.spent()).toBe(0n)
  for (const _ of [1, 2]) {
    await s.session.query(operation)
    s.session.delivered()
  }
  expect([s.session.spent(), s.sent]).toEqual([30_000n, ['Bearer fiq_1', 'Bearer fiq_1']])
})

test('behavior: a key that is stored during the session spends no credits that nothing counts', async () => {
  let stored: string | undefined
  using s = await scene(async () => stored)
  await s.session.query(operation)
  stored = 'fiq_1'
  await s.session.query(operation)
  expect(s.sent).toEqual(['no key', 'no key'])
})

test('behavior: a session that pays from the wallet counts payments, not credits', async () => {
  using s = await scene(async () => 'fiq_1', { 'pay-with': 'wallet' })
  await s.session.query(operation)
  expect([s.session.spent(), s.sent]).toEqual([0n, ['no key']])
})

test('behavior: a session is of play money if a play wallet pays, not with a key', async () => {
  using s = await scene(async () => undefined)
  expect(s.session.isPlay).toBe(false)
  addKnownWallet(s.path, { name: 'toy', address: testAddress, place: 'play' })
  expect((await s.open()).isPlay).toBe(true)
  using charged = await scene(async () => 'fiq_1')
  addKnownWallet(charged.path, { name: 'toy', address: testAddress, place: 'play' })
  expect((await charged.open()).isPlay).toBe(false)
})

test('behavior: the credits of a lasting session count across processes, until it ends', async () => {
  using s = await scene(async () => 'fiq_1', {}, 'alert AAPL < 1')
  await s.session.query(operation)
  s.session.delivered()
  const other = await s.open()
  await other.query(operation)
  expect([s.session.spent(), other.spent()]).toEqual([30_000n, 30_000n])
  other.end()
  expect((await s.open()).spent()).toBe(0n)
})

test('error: a damaged file of lasting sessions is refused, because a new one would loosen a cap', async () => {
  using s = await scene(async () => 'fiq_1', {}, 'alert AAPL < 1')
  for (const text of ['', '{', '[{"name":"alert AAPL < 1","id":"1","charged":"-5"}]']) {
    writeFileSync(join(s.path, lastingSessionsName), text)
    await expect(s.open()).rejects.toMatchObject({ code: 'JOURNAL_UNAVAILABLE' })
  }
})

test('behavior: a session counts its own credits if the file of lasting sessions is removed', async () => {
  using s = await scene(async () => 'fiq_1', {}, 'alert AAPL < 1')
  await s.session.query(operation)
  rmSync(join(s.path, lastingSessionsName))
  expect(s.session.spent()).toBe(15_000n)
})

const others = Array.from({ length: 10 }, (_, place) => ({
  query: `{ quotes { a${place}: price } }`,
}))

test.each([undefined, 'alert AAPL < 1'])(
  'behavior: queries on credits at the same moment stay within the cap (session %s)',
  async (lasting) => {
    using s = await scene(async () => 'fiq_1', {}, lasting)
    // Lasting: ten processes. Otherwise: ten queries of one.
    const queries = others.map(async (each) => (lasting ? await s.open() : s.session).query(each))
    const ended = await Promise.allSettled(queries)
    const refused = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect([s.sent.length, refused.length, s.session.spent()]).toEqual([6, 4, 90_000n])
    for (const error of refused)
      expect(error).toMatchObject({ code: 'OVER_BUDGET', funds: 'untouched' })
  },
)

const closed = (code: string) => new FiqError('SERVER_UNREACHABLE', 'gone', { cause: { code } })

test('behavior: a resumed purchase on credits counts once, also at the cap', async () => {
  using s = await scene(async () => 'fiq_1', {}, 'alert AAPL < 1')
  for (const each of others.slice(0, 5)) await s.session.query(each)
  s.lost.push(closed('ECONNRESET'), closed('ECONNRESET'))
  await expect(s.session.query(operation)).rejects.toMatchObject({ funds: 'at-risk' })
  const rerun = await s.open()
  expect(rerun.spent()).toBe(90_000n)
  await rerun.query(operation)
  expect(rerun.spent()).toBe(90_000n)
})

test('behavior: a query that was never sent costs nothing', async () => {
  for (const lasting of [undefined, 'alert AAPL < 1']) {
    using s = await scene(async () => 'fiq_1', {}, lasting)
    await s.session.query(others[0]!)
    s.lost.push(closed('ECONNREFUSED'), closed('ECONNREFUSED'))
    await expect(s.session.query(operation)).rejects.toMatchObject({ funds: 'untouched' })
    expect(s.session.spent()).toBe(15_000n)
    await s.session.query(operation)
    expect(s.session.spent()).toBe(30_000n)
  }
})
