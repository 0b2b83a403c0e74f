import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { topUpPath } from '@fiq/shared/pricing/top-up-terms'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Settings } from '../config/settings.ts'
import { testSettings } from '../config/testing/test-settings.ts'
import type { HttpRequest } from '../http/send-request.ts'
import type { PaidAnswer } from '../payment/delivery/ports.ts'
import type { Purchase } from '../payment/journal/purchase.ts'
import type { PaidRequest } from '../payment/quote/paid-request.ts'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { terms } from '../payment/testing/test-terms.ts'
import { createCreditPurchases } from './credits/credit-purchases.ts'
import { createServerClient, PriceOnly, type ServerPorts } from './server-client.ts'

const operation = { query: '{ quotes }', variables: { tickers: ['AAPL'] }, label: 'quotes AAPL' }
const ok = { status: 200, headers: {}, body: '{"data":{"quotes":[]}}' }

describe('createServerClient', () => {
  test('default: without a key the payer sends, and the answer states the paid amount', async () => {
    const { client, paidFor, sent } = scene({})
    const answer = await client.query(operation)
    expect(answer.data).toEqual({ quotes: [] })
    expect(answer.payment).toEqual({
      paid: 15_000n,
      resumed: false,
      state: 'answered',
      id: '0x1',
      transaction: '0xabc',
    })
    expect(paidFor[0]).toMatchObject({
      url: new URL('http://127.0.0.1:4020/api/graphql'),
      body: '{"query":"{ quotes }","variables":{"tickers":["AAPL"]}}',
      label: 'quotes AAPL',
    })
    expect(sent).toEqual([])
  })

  test('behavior: an answer counts as delivered only after the caller confirms it', async () => {
    const { client, delivered } = scene({})
    await client.query(operation)
    expect(delivered()).toBe(0)
    client.delivered()
    client.delivered()
    expect(delivered()).toBe(1)
  })

  test('behavior: with a key it sends a bearer request, without the payer', async () => {
    const { client, paidFor, sent } = scene({ apiKey: 'fiq_1' })
    const answer = await client.query(operation)
    expect(answer.payment).toBeUndefined()
    expect(sent[0]?.headers).toEqual({
      authorization: 'Bearer fiq_1',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(paidFor).toEqual([])
  })

  test('behavior: retries a lost answer under the same key; another purchase has another key', async () => {
    let isLost = true
    const { client, sent } = scene({ apiKey: 'fiq_1' }, {}, () => {
      if (!isLost) return ok
      isLost = false
      throw new FiqError('SERVER_ERROR', 'broke off')
    })
    expect((await client.query(operation)).data).toEqual({ quotes: [] })
    client.delivered()
    await client.query(operation)
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect([keys.length, new Set(keys).size, keys[0] === keys[1]]).toEqual([3, 2, true])
    expect(sent[0]?.body).toBe(sent[1]?.body)
  })

  const gone = () => {
    throw new FiqError('SERVER_UNREACHABLE', 'gone', { cause: { code: 'ECONNRESET' } })
  }
  const page = (status: number) => () => ({ status, headers: {}, body: '<html>' })
  const refusal = '{"errors":[{"message":"No.","extensions":{"code":"INTERNAL"}}]}'

  test.each([
    ['two lost answers', gone, 2],
    ['a 200 that is no result', page(200), 1],
    ['the 502 of a gateway', page(502), 1],
  ])('error: with a key, after %s the credits may be charged', async (_, answer, times) => {
    const { client, sent } = scene({ apiKey: 'fiq_1' }, {}, answer)
    await expect(client.query(operation)).rejects.toMatchObject({
      code: 'SERVER_ERROR',
      funds: 'at-risk',
      remedy:
        'Run the same command again within 24 hours: it repeats this purchase, which is charged once.',
    })
    expect(sent).toHaveLength(times)
  })

  test.each([
    ['a refusal of the service', {}, () => ({ status: 500, headers: {}, body: refusal })],
    ["lost answers of the user's own server", { isPersonal: true as const }, gone],
    ["a page of the user's own server", { isPersonal: true as const }, page(200)],
  ])('error: with a key, after %s nothing is charged', async (_, settings, answer) => {
    const { client } = scene({ apiKey: 'fiq_1', ...settings }, {}, answer)
    await expect(client.query(operation)).rejects.toMatchObject({ funds: 'untouched' })
  })

  test("error: an area without a source on the user's own server names fiq setup", async () => {
    const body = '{"errors":[{"message":"No source.","extensions":{"code":"NOT_CONFIGURED"}}]}'
    // It refuses before execution with 200, and during execution with 501.
    for (const status of [200, 501]) {
      const answer = { status, headers: {}, body }
      const { client } = scene({ apiKey: 'fiq_1', isPersonal: true }, {}, answer)
      await expect(client.query(operation)).rejects.toMatchObject({
        code: 'NOT_CONFIGURED',
        remedy: expect.stringContaining('Run fiq setup'),
      })
    }
    const answer = { status: 501, headers: {}, body }
    const { client: customer } = scene({ apiKey: 'fiq_1' }, {}, answer)
    await expect(customer.query(operation)).rejects.toMatchObject({
      remedy: expect.stringContaining('Ask the operator'),
    })
  })

  test('error: a top-up whose account cannot be read is about the open payment of its amount', async () => {
    const open = (url: string, amount: bigint): Purchase | undefined =>
      url === `http://127.0.0.1:4020${topUpPath}` && amount === 300_000n
        ? { ...terms(1, { amount }), state: 'signed', signed: 'header' }
        : undefined
    const { client, paidFor } = scene({ apiKey: 'fiq_1' }, {}, gone, undefined, open)
    const rerun = client.topUp(301_000n)
    await expect(rerun).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN', funds: 'at-risk' })
    await expect(rerun).rejects.toMatchObject({ payment: { id: terms(1).id, amount: '0.3' } })
    const other = client.topUp(600_000n)
    await expect(other).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', funds: 'untouched' })
    expect(paidFor).toEqual([])
  })

  test('behavior: a dry run ends with the price, with and without a key', async () => {
    const keyed = scene({ apiKey: 'fiq_1', dryRun: true })
    await expect(keyed.client.query(operation)).rejects.toBeInstanceOf(PriceOnly)
    expect(keyed.sent).toEqual([])
    const quoted = { amount: 30_000n, credits: 10, rows: [], tariffVersion: 't1' }
    const paying = scene({ dryRun: true }, { quoted } as unknown as Partial<PaidAnswer>)
    await expect(paying.client.query(operation)).rejects.toMatchObject({
      estimate: { amount: 30_000n, credits: 10, tariff: 't1' },
    })
    expect(paying.delivered()).toBe(0)
  })

  test("behavior: free requests to the user's own server carry its key", async () => {
    const { client, sent } = scene({ apiKey: 'fiq_1', isPersonal: true })
    await client.callFree('/api/v1/tariff')
    expect(sent.map(({ headers }) => headers)).toEqual([{ authorization: 'Bearer fiq_1' }])
  })

  test('behavior: sends free requests without key or payment', async () => {
    const { client, sent } = scene({ apiKey: 'fiq_1' })
    await client.callFree('/api/v1/tariff')
    await client.callFree('/api/v1/price', { query: '{ a }' })
    expect(sent.map(({ method, headers, body }) => ({ method, headers, body }))).toEqual([
      { method: 'GET', headers: {}, body: undefined },
      { method: 'POST', headers: {}, body: '{"query":"{ a }"}' },
    ])
  })

  test('error: used-up credits are an error about funds', async () => {
    const body = '{"errors":[{"message":"Used up.","extensions":{"code":"CREDITS_EXHAUSTED"}}]}'
    const { client } = scene({ apiKey: 'fiq_1' }, {}, { status: 402, headers: {}, body })
    await expect(client.query(operation)).rejects.toMatchObject({
      code: 'CREDITS_EXHAUSTED',
      kind: 'funds',
      remedy: expect.stringMatching(/fiq topup.*--no-api-key.*pay-with wallet/),
    })
  })

  test('behavior: pay-with wallet pays although a key is stored, unless a key is given', async () => {
    const kept = scene({ payWith: 'wallet' }, {}, ok, async () => 'fiq_kept')
    await kept.client.query(operation)
    expect([kept.paidFor.length, kept.sent.length]).toEqual([1, 0])
    await kept.client.callWithKey('/api/v1/credits')
    expect(kept.sent[0]?.headers).toEqual({ authorization: 'Bearer fiq_kept' })
    const both = scene({ payWith: 'wallet', apiKey: 'fiq_1' })
    await both.client.query(operation)
    expect([both.paidFor.length, both.sent.length]).toEqual([0, 1])
  })

  test('error: reports a free endpoint that returns HTML as no fiq server', async () => {
    const { client } = scene({}, {}, { status: 200, headers: {}, body: '<html>' })
    await expect(client.callFree('/api/v1/tariff')).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  })
})

function scene(
  settings: Partial<Settings>,
  paid: Partial<PaidAnswer> = {},
  http: typeof ok | (() => typeof ok) = ok,
  key?: ServerPorts['key'],
  open?: (url: string, amount: bigint) => Purchase | undefined,
) {
  const sent: HttpRequest[] = []
  const paidFor: PaidRequest[] = []
  let delivered = 0
  const folder = scratchFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const ports: ServerPorts = {
    settings: {
      ...testSettings,
      ...settings,
    },
    ...defined({ key }),
    send: async (request) => {
      sent.push(request)
      return typeof http === 'function' ? http() : http
    },
    pay: async (request) => {
      paidFor.push(request)
      return {
        ...ok,
        paid: 15_000n,
        purchase: {
          id: '0x1',
          state: 'answered',
          amount: 15_000n,
          transaction: '0xabc',
          payTo: '0x0',
          quote: [],
          at: 0,
        },
        resumed: false,
        notes: [],
        delivered: () => {
          delivered += 1
        },
        ...paid,
      }
    },
    expected: async () => {
      throw new Error('not asked here')
    },
    estimate: async () => ({ tariff: 't1', credits: 1, amount: 15_000n, rows: [] }),
    findOpen: async ({ url, amount }) => open?.(url.href, amount),
    progress: { during: (_, work) => work, pause() {}, resume() {} },
    note() {},
    openCredits: new Set(),
    creditPurchases: () =>
      createCreditPurchases(folder.path, { now: () => 0, createKey: () => crypto.randomUUID() }),
  }
  return { client: createServerClient(ports), sent, paidFor, delivered: () => delivered }
}
