import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HttpRequest } from '../../http/send-request.ts'
import { scratchFolder, testClock } from '../../payment/testing/test-payer.ts'
import { createCreditPurchases } from '../../query/credits/credit-purchases.ts'
import { approvalForm } from '../approvals/approval-form.ts'
import { type Approval, noPayee } from '../approvals/approvals.ts'
import { defaultClientCaps } from '../clients/clients.ts'
import { createRequestMoney } from '../request-money.ts'
import { openSurface } from '../serve/open-surface.ts'
import { proxyScene, testWorld } from '../testing/proxy-scene.ts'
import { CreditsError } from './credits-error.ts'

/** What happens to one request: it is lost on its way, or its response is, or it is refused. */
type Fault = 'none' | 'unsent' | 'lost' | 'response lost' | 'rate limited' | 'gateway'

/** A server that debits an idempotency key once, like ours. */
function creditsServer(credits: number) {
  const stored = new Map<string, string>()
  const faults: Fault[] = []
  const sent: HttpRequest[] = []
  const lost = (code: string) => new FiqError('SERVER_UNREACHABLE', 'gone', { cause: { code } })
  const refused = (status: number, code: string) => ({
    status,
    headers: {},
    body: JSON.stringify({ errors: [{ message: 'No.', extensions: { code } }] }),
  })
  const state = { left: credits, filler: '' }
  return {
    stored,
    faults,
    sent,
    state,
    async send(request: HttpRequest) {
      sent.push(request)
      const fault = faults.shift() ?? 'none'
      if (fault === 'unsent') throw lost('ECONNREFUSED')
      if (fault === 'lost') throw lost('ECONNRESET')
      if (fault === 'rate limited') return refused(429, 'RATE_LIMITED')
      if (fault === 'gateway') return { status: 502, headers: {}, body: '<h1>Bad gateway</h1>' }
      if (request.headers['authorization'] !== 'Bearer fiq_key') return refused(401, 'INVALID_KEY')
      const key = request.headers['idempotency-key']!
      if (!stored.has(key)) {
        if (state.left < 5) return refused(402, 'CREDITS_EXHAUSTED')
        state.left -= 5
        stored.set(
          key,
          JSON.stringify({ data: { quotes: [{ price: stored.size, name: state.filler }] } }),
        )
      }
      if (fault === 'response lost') throw lost('ECONNRESET')
      return { status: 200, headers: {}, body: stored.get(key)! }
    },
  }
}

const operation = (ticker = 'A') => ({ query: `{ quotes(tickers: ["${ticker}"]) { price } }` })
const free = { query: '{ __typename }' }

function scene({ credits = 1_000, maxPrice = undefined as bigint | undefined } = {}) {
  const folder = scratchFolder()
  const server = creditsServer(credits)
  const clock = testClock()
  const account = { apiKey: 'fiq_key' as string | undefined, forgotten: 0 }
  let made = 0
  const { world, lines } = testWorld(folder.path, 'http://127.0.0.1:1', {
    clock,
    noWallet: true,
    send: server.send,
    world: {
      maxPrice,
      account: {
        key: async () => account.apiKey,
        forgetKey() {
          account.forgotten += 1
        },
        purchases: () =>
          createCreditPurchases(folder.path, { now: clock.now, createKey: () => `key-${++made}` }),
      },
    },
  })
  const open = () =>
    openSurface(world, { approvalMs: 1_000, reuse: false }, { passage() {}, waiting() {} })
  let surface = open()
  for (const name of ['ann', 'bob'])
    surface.clients.add({ ...defaultClientCaps, name, tools: undefined })
  surface.clients.add({ ...defaultClientCaps, perCall: 1n, name: 'poor', tools: undefined })
  const ask = (
    name: string,
    asked: { query: string } = operation(),
    hasCancelled = () => false,
    onWaiting: (approval: Approval) => void = () => {},
    idempotencyKey?: string,
  ) => {
    const client = surface.clients.find(name)!
    const money = createRequestMoney()
    const caller = { client, money, isThere: () => true, hasCancelled, onWaiting, idempotencyKey }
    return surface.ports.gateway.query(asked, caller)
  }
  return {
    server,
    account,
    clock,
    lines,
    ask,
    surface: () => surface,
    spending: (name: string) => surface.ports.spending(surface.clients.find(name)!),
    /** Ends the process without a word, and starts another one. */
    restart() {
      surface.payer.close()
      surface = open()
    },
    [Symbol.dispose]() {
      surface.payer.close()
      folder[Symbol.dispose]()
    },
  }
}

test('default: the credits of the key pay, within the caps of the client', async () => {
  using s = scene()
  const answer = await s.ask('ann')
  answer.delivered()
  expect(answer).toMatchObject({ paid: 15_000n, from: 'asked', isOnCredits: true })
  expect(answer.purchase).toBeUndefined()
  expect(s.server.sent).toHaveLength(1)
  expect(s.server.sent[0]!.headers).toEqual({
    authorization: 'Bearer fiq_key',
    'idempotency-key': 'key-1',
  })
  expect(await s.spending('ann')).toMatchObject({ money: 'credits', day: { spent: '0.015' } })
  await expect(s.ask('poor')).rejects.toMatchObject({ code: 'OVER_BUDGET', funds: 'untouched' })
  expect(s.server.state.left).toBe(995)
})

test('behavior: an idempotency key of the caller is charged and counted once, also after delivery', async () => {
  using s = scene()
  const send = async (name: string, ticker = 'A') => {
    const answer = await s.ask(name, operation(ticker), undefined, undefined, 'one')
    answer.delivered()
    return [answer.from, answer.paid, answer.body]
  }
  const [from, paid, body] = await send('ann')
  expect([from, paid]).toEqual(['asked', 15_000n])
  expect(await send('ann')).toEqual(['resumed', 0n, body])
  s.restart()
  expect(await send('ann')).toEqual(['resumed', 0n, body])
  await expect(send('ann', 'B')).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
    funds: 'untouched',
  })
  expect(await s.spending('ann')).toMatchObject({ day: { spent: '0.015' } })
  expect([await s.ask('ann'), (await send('bob'))[0]]).toMatchObject([{ from: 'asked' }, 'asked'])
  expect(s.server.state.left).toBe(985)
})

test('behavior: a free query fills no cap, and no credits pay', async () => {
  using s = scene()
  const answer = await s.ask('poor', free)
  expect([answer.paid, answer.isOnCredits]).toEqual([0n, undefined])
  expect(await s.spending('poor')).toMatchObject({ day: { spent: '0' } })
})

test('behavior: a lost answer is repeated under its key by the next call, and charged once', async () => {
  using s = scene()
  s.server.faults.push('response lost', 'response lost')
  const lost = s.ask('ann')
  await expect(lost).rejects.toBeInstanceOf(CreditsError)
  await expect(lost).rejects.toMatchObject({
    funds: 'at-risk',
    amount: 15_000n,
    facts: expect.arrayContaining(['Price: 0.015 USDC in credits']),
    remedy: expect.stringContaining('Send the same request again within 24 hours'),
  })
  s.restart()
  const again = await s.ask('bob')
  expect([again.from, again.paid]).toEqual(['resumed', 0n])
  again.delivered()
  expect(s.server.state.left).toBe(995)
  expect(new Set(s.server.sent.map(({ headers }) => headers['idempotency-key']))).toEqual(
    new Set(['key-1']),
  )
  expect((await s.ask('bob')).from).toBe('asked')
  expect(s.server.state.left).toBe(990)
})

test('behavior: an answer that was not delivered is returned again, free', async () => {
  using s = scene()
  await s.ask('ann')
  s.restart()
  const again = await s.ask('ann')
  expect([again.from, again.paid, s.server.state.left]).toEqual(['resumed', 0n, 995])
})

test('behavior: a large answer is stored for its buyer for a day, also after a restart', async () => {
  using s = scene()
  s.server.state.filler = 'x'.repeat(200_000)
  const bought = await s.ask('ann')
  const { id, expires } = s.surface().ports.answers.store(bought, 'ann')!
  expect(id).toBe(bought.charge)
  bought.delivered()
  s.restart()
  const { answers } = s.surface().ports
  expect(JSON.parse(await answers.whole(id, 'ann'))).toEqual(JSON.parse(bought.body))
  await expect(answers.whole(id, 'bob')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  s.clock.advance(Date.parse(expires) - s.clock.now())
  await expect(answers.whole(id, 'ann')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  s.server.state.filler = ''
  expect((await s.ask('ann', operation('B'))).charge).toBeUndefined()
})

test.each([
  ['{"data":{"quotes":[],"more":null},', 'spent', 'credits'],
  ['{', 'untouched', null],
])(
  'behavior: over HTTP, errors beside %s state that the credits are %s',
  async (data, funds, money) => {
    using folder = scratchFolder()
    const body = `${data}"errors":[{"message":"No.","extensions":{"code":"NOT_FOUND"}}]}`
    const scene = await proxyScene({
      folder: folder.path,
      send: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body }),
      world: {
        account: {
          key: async () => 'fiq_key',
          forgetKey() {},
          purchases: () =>
            createCreditPurchases(folder.path, { now: () => 1, createKey: () => 'key' }),
        },
      },
    })
    const { json, headers } = await scene.post('/api/graphql', operation())
    expect(json.errors[0].extensions).toMatchObject({ code: 'NOT_FOUND', funds })
    expect(headers.get('x-fiq-money')).toBe(money)
    await scene.close()
  },
)

test('behavior: identical concurrent requests are one purchase', async () => {
  using s = scene()
  const answers = await Promise.all(Array.from({ length: 10 }, () => s.ask('ann')))
  expect(answers.map(({ from }) => from)).toEqual(['asked', ...Array(9).fill('shared')])
  expect(s.server.state.left).toBe(995)
})

test('error: a refusal charges nothing, fills no cap, and states the reason', async () => {
  using s = scene({ credits: 4 })
  await expect(s.ask('ann')).rejects.toMatchObject({
    code: 'CREDITS_EXHAUSTED',
    funds: 'untouched',
  })
  s.server.faults.push('rate limited')
  await expect(s.ask('ann')).rejects.toMatchObject({ code: 'RATE_LIMITED', funds: 'untouched' })
  s.server.faults.push('unsent', 'unsent')
  await expect(s.ask('ann')).rejects.toMatchObject({ funds: 'untouched' })
  s.account.apiKey = 'fiq_other'
  await expect(s.ask('ann')).rejects.toMatchObject({ code: 'INVALID_KEY', funds: 'untouched' })
  expect(s.account.forgotten).toBe(1)
  expect(await s.spending('ann')).toMatchObject({ day: { spent: '0' } })
})

test('error: refuses a price above --max-spend, and a cancelled call, before anything is sent', async () => {
  using cheap = scene({ maxPrice: 14_999n })
  await expect(cheap.ask('ann')).rejects.toMatchObject({ code: 'OVER_LIMIT' })
  using s = scene()
  await expect(s.ask('ann', operation(), () => true)).rejects.toMatchObject({ code: 'CANCELLED' })
  expect([...cheap.server.sent, ...s.server.sent]).toEqual([])
  expect(await s.spending('ann')).toMatchObject({ day: { spent: '0' } })
})

test('behavior: above the automatic limit the user approves, once for one purchase', async () => {
  using s = scene()
  const large = {
    query: `{ ${[...'abcdef'].map((name) => `${name}: quotes(tickers: ["${name}", "A"]) { price }`).join(' ')} }`,
  }
  await expect(s.ask('ann', large)).rejects.toMatchObject({ code: 'DECLINED', funds: 'untouched' })
  const reads: Approval[] = []
  const approve = (approval: Approval) => {
    reads.push(approval)
    s.surface().ports.approvals.decide(approval.id, 'approved')
  }
  expect(await s.ask('ann', large, undefined, approve)).toMatchObject({ isOnCredits: true })
  const { amount, quote, payTo } = reads[0]!
  expect(quote).toMatchObject({ isOnCredits: true, origin: 'http://127.0.0.1:1' })
  expect([amount > 50_000n, payTo]).toEqual([true, noPayee])
  expect(approvalForm(reads[0]!).message).toContain(
    `Pay ${formatUsdc(amount)} USDC in credits to the server at http`,
  )
  expect(s.server.sent).toHaveLength(1)
})

test('property: whatever fails, each delivered answer is charged once, and caps count every charge', async () => {
  const fault = fc.constantFrom<Fault>(
    ...(['none', 'unsent', 'lost', 'response lost', 'rate limited', 'gateway'] as const),
  )
  const step = fc.record({
    ticker: fc.constantFrom('A', 'B'),
    faults: fc.array(fault, { maxLength: 4 }),
    end: fc.constantFrom('delivered', 'crash'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      using s = scene()
      let delivered = 0
      const undelivered = new Set<string>()
      for (const { ticker, faults, end } of steps) {
        s.server.faults.splice(0, Number.POSITIVE_INFINITY, ...faults)
        try {
          const answer = await s.ask('ann', operation(ticker))
          if (end === 'crash') undelivered.add(ticker)
          else {
            answer.delivered()
            delivered += 1
            undelivered.delete(ticker)
          }
        } catch (error) {
          if ((error as FiqError).funds === 'at-risk') undelivered.add(ticker)
        }
        if (end === 'crash') s.restart()
        const charged = s.server.stored.size
        expect(charged).toBeGreaterThanOrEqual(delivered)
        expect(charged).toBeLessThanOrEqual(delivered + undelivered.size)
        const { day } = await s.spending('ann')
        expect(Number.parseFloat(day.spent)).toBeGreaterThanOrEqual(charged * 0.015 - 1e-9)
      }
    }),
    { numRuns: 40 },
  )
})
