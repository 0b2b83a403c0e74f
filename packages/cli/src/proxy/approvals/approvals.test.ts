import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../../payment/journal/open-database.ts'
import { automaticMax, createClients } from '../clients/clients.ts'
import { proxyScene, type SceneTerms } from '../testing/proxy-scene.ts'
import { createApprovals } from './approvals.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A clock with real time, so that there is time for a decision. */
const realClock = {
  now: Date.now,
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 5))),
}
const above = { limits: { autoApprove: 1_000n }, clock: realClock, options: { approvalMs: 60_000 } }

const oneTicker = { tickers: ['A'] }
const call = { method: 'tools/call', params: { name: 'quotes', arguments: oneTicker } }
test.each([
  ['/mcp', { jsonrpc: '2.0', id: 1, ...call }],
  ['/tools/quotes', oneTicker],
])(
  "behavior: POST %s: a waiting approval shows the caller's own name for itself",
  async (path, body) => {
    const { post, proxy, untilPrinted } = await scene(above)
    const answer = post(path, body, { 'user-agent': 'some-agent/1.2' })
    const id = await waitingId(untilPrinted)
    const [waiting] = await proxy.approvals.waiting()
    expect(waiting?.quote.asked).toContain('from a program that calls itself "some-agent/1.2"')
    await proxy.approvals.decide(id, 'denied')
    await answer
  },
)

test('default: a quote above the limit waits for the user, and is paid after approval', async () => {
  const { quotes, untilPrinted, proxy, server, lines } = await scene(above)
  const reply = quotes('AAPL')
  const id = await waitingId(untilPrinted)
  expect(server.payments).toEqual([])
  expect(await proxy.approvals.waiting()).toMatchObject([
    { id, client: 'ann', amount: 15_000n, quote: { label: 'quotes AAPL', credits: 5 } },
  ])
  await proxy.approvals.decide(id, 'approved')
  expect((await reply).status).toBe(200)
  expect(lines.join('')).toContain('"ann" requests 0.015 USDC: quotes AAPL')
})

test('error: denied by the user, and by time', async () => {
  const denied = await scene(above)
  const reply = denied.quotes('AAPL')
  await denied.proxy.approvals.decide(await waitingId(denied.untilPrinted), 'denied')
  expect((await reply).json.errors[0]).toMatchObject({
    message: 'The user has not approved the payment. The user declined.',
    extensions: { code: 'DECLINED', remedy: 'Ask the user. Nothing was signed.' },
  })
  const { quotes, server, signatures } = await scene({ limits: { autoApprove: 1_000n } })
  expect((await quotes('AAPL')).json.errors[0].message).toContain(
    'The user did not decide in time.',
  )
  expect([server.payments.length, signatures()]).toEqual([0, 0])
})

test('behavior: "always" applies to this client up to the amount', async () => {
  const { quotes, untilPrinted, proxy } = await scene(above)
  const reply = quotes('A')
  await proxy.approvals.decide(await waitingId(untilPrinted), 'approved', 15_000n)
  expect((await reply).status).toBe(200)
  expect((await quotes('B')).status).toBe(200)
  const two = quotes('C', 'D')
  await untilPrinted('0.03 USDC')
  await proxy.approvals.decide((await proxy.approvals.waiting())[0]!.id, 'denied')
  expect((await two).status).toBe(402)
})

test('behavior: "always" never lowers a limit', async () => {
  const { quotes, untilPrinted, proxy } = await scene({
    ...above,
    limits: { autoApprove: 30_000n },
  })
  const reply = quotes('A', 'B', 'C')
  await proxy.approvals.decide(await waitingId(untilPrinted), 'approved', 15_000n)
  expect((await reply).status).toBe(200)
  // Above "always", and within the limit of the budget.
  expect((await quotes('D', 'E')).status).toBe(200)
})

test('behavior: "always" for play money leaves real money to the user, and the reverse', async () => {
  const { path } = await scene()
  const database = openDatabase(path)
  let count = 0
  const newId = () => `id${++count}`
  const approvals = createApprovals(database, { now: () => 1_000, newId })
  const clients = createClients(database, () => 1_000)
  const limits = () => {
    const client = clients.find('ann')!
    return [automaticMax(client, 1n, false), automaticMax(client, 1n, true)]
  }
  const decide = (amount: bigint, more: { play?: true }) => {
    const quote = { origin: 'http://x', credits: 5, rows: [], payee: 'known', ...more }
    const terms = { client: 'ann', request: `r${count}`, amount, payTo: '0xaa' as const, quote }
    approvals.decide(approvals.request(terms, 100).id, 'approved', amount)
  }
  decide(9n, { play: true })
  expect(limits()).toEqual([1n, 9n])
  decide(5n, {})
  expect(limits()).toEqual([5n, 9n])
  database.close()
})

test('behavior: a second, lower "always" keeps the first', async () => {
  const { path } = await scene()
  const database = openDatabase(path)
  const clients = createClients(database, Date.now)
  for (const amount of [9n, 6n]) clients.allow('ann', amount, false)
  expect(clients.find('ann')).toMatchObject({ automatic: 9n })
  database.close()
})

test('behavior: "always" also applies to waiting payments of this client, payee and price', async () => {
  const { path } = await scene()
  const database = openDatabase(path)
  let count = 0
  const newId = () => `id${++count}`
  const approvals = createApprovals(database, { now: () => 1_000, newId })
  const quote = { origin: 'http://x', credits: 5, rows: [], payee: 'known' }
  const ask = (client: string, amount: bigint, payTo: `0x${string}` = '0xaa', more = {}) =>
    approvals.request(
      { client, request: `r${count}`, amount, payTo, quote: { ...quote, ...more } },
      100,
    ).id
  const ids = [
    ask('ann', 5n),
    ask('ann', 5n),
    ask('ann', 6n),
    ask('ann', 5n, '0xbb'),
    ask('bob', 5n),
    ask('ann', 5n, '0xaa', { play: true }),
  ]
  approvals.decide(ids[0]!, 'approved', 5n)
  expect(ids.map((id) => approvals.read(id)?.state)).toEqual([
    'approved',
    'approved',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ])
  expect(approvals.waiting()).toHaveLength(4)
  database.close()
})

test('behavior: a waiting approval survives a restart; an approval is valid only for its call', async () => {
  const first = await scene(above)
  const left = new AbortController()
  const reply = fetch(`${first.url}/tools/quotes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' },
    body: '{"tickers":["AAPL"]}',
    signal: left.signal,
  }).catch(() => 'gone')
  const id = await waitingId(first.untilPrinted)
  left.abort()
  expect(await reply).toBe('gone')
  await first.untilPrinted('DECLINED')
  // Another process of the same user, as after a restart.
  const second = await scene({
    ...above,
    folder: first.path,
    serverUrl: first.server.url.origin,
    client: { name: 'bob' },
  })
  await second.proxy.approvals.decide(id, 'approved')
  const other = second.quotes('AAPL')
  await second.untilPrinted('"bob" requests')
  const [asked] = await second.proxy.approvals.waiting()
  expect(asked).toMatchObject({ client: 'bob' })
  await second.proxy.approvals.decide(asked!.id, 'denied')
  expect((await other).status).toBe(402)
  expect(first.server.payments).toEqual([])
  expect((await first.quotes('AAPL')).status).toBe(200)
  expect(first.server.settled.size).toBe(1)
})

test('behavior: an approval is for one client, request, price and payee', async () => {
  const { path } = await scene()
  const database = openDatabase(path)
  let count = 0
  const approvals = createApprovals(database, { now: () => 1_000, newId: () => `id${++count}` })
  const quote = { origin: 'http://x', credits: 5, rows: [], payee: 'known' }
  const terms = { client: 'ann', request: 'r', amount: 5n, payTo: '0xaa', quote } as const
  approvals.request(terms, 100)
  approvals.decide('id1', 'approved')
  const others = [
    { client: 'bob' },
    { request: 's' },
    { amount: 4n },
    { amount: 6n },
    { payTo: '0xbb' },
  ] as const
  for (const change of others)
    expect(approvals.request({ ...terms, ...change }, 100).state).toBe('waiting')
  expect(approvals.request(terms, 100)).toMatchObject({ id: 'id1', state: 'approved' })
  database.close()
})

test('behavior: one approval pays once, for any number of processes', async () => {
  const { path } = await scene()
  const database = openDatabase(path)
  const approvals = createApprovals(database, { now: () => 1_000, newId: () => 'one' })
  const quote = { origin: 'http://x', credits: 5, rows: [], payee: 'NEW' }
  const terms = { client: 'ann', request: 'r', amount: 5n, payTo: '0xaa', quote } as const
  expect(approvals.request(terms, 100).id).toBe('one')
  expect(approvals.request(terms, 100).id).toBe('one')
  approvals.decide('one', 'approved')
  expect([approvals.use('one'), approvals.use('one')]).toEqual([true, false])
  database.close()
})

test('error: refuses too many waiting approvals, and a payment above a cap without one', async () => {
  const { quotes, untilPrinted, proxy } = await scene({ ...above, client: { perCall: 100_000n } })
  const replies = Array.from({ length: 8 }, (_, index) => quotes(`T${index}`))
  while ((await proxy.approvals.waiting()).length < 8) await realClock.sleep(5)
  expect((await quotes('T9')).json.errors[0].extensions.code).toBe('RATE_LIMITED')
  const dear = await quotes(...Array.from({ length: 7 }, (_, index) => `X${index}`))
  expect(dear.json.errors[0].extensions.code).toBe('OVER_BUDGET')
  await untilPrinted('waiting')
  for (const { id } of await proxy.approvals.waiting()) await proxy.approvals.decide(id, 'denied')
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(Array(8).fill(402))
})

test('behavior: pays the approved price', async () => {
  const { quotes, untilPrinted, proxy, server } = await scene(above)
  const reply = quotes('AAPL')
  const id = await waitingId(untilPrinted)
  server.become({
    quote: ({ accepts }) => {
      accepts[0]!['payTo'] = `0x${'bb'.repeat(20)}`
    },
  })
  await proxy.approvals.decide(id, 'approved')
  expect((await reply).status).toBe(200)
  expect(server.payments[0]!.authorization.to).toBe('0x00000000000000000000000000000000000000aa')
})

async function waitingId(untilPrinted: (text: string) => Promise<string>): Promise<string> {
  return /waiting (\w+):/.exec(await untilPrinted('waiting '))![1]!
}

async function scene(terms: SceneTerms = {}) {
  const made = await proxyScene(terms)
  cleanups.push(() => made.close())
  return made
}

test('behavior: the first quote of a new server waits, however small', async () => {
  const { requestApproval } = await import('./request-approval.ts')
  const { path } = await scene()
  const database = openDatabase(path)
  const approvals = createApprovals(database, { now: () => 0, newId: () => 'one' })
  const limits = { perPayment: 9n, perDay: 9n, per30Days: 9n, perSession: 9n, autoApprove: 9n }
  const client = {
    name: 'ann',
    perCall: 9n,
    perDay: 9n,
    per30Days: 9n,
    automatic: undefined,
    automaticPlay: undefined,
    windowMax: undefined,
    tools: undefined,
    since: 0,
    hasToken: true,
  }
  let now = 0
  const clock = {
    now: () => now,
    sleep: async () => {
      now += 1_000
    },
  }
  const waited: string[] = []
  const approve = requestApproval(
    { client, request: 'r', limits },
    { database, approvals, clock, waitMs: 1, onWaiting: ({ id }) => void waited.push(id) },
    () => true,
  )
  const quote = {
    amount: 1n,
    credits: 1,
    rows: [],
    payTo: '0xaa',
    origin: 'http://127.0.0.1:4020',
    maxTimeoutSeconds: 60,
    tariffVersion: 't',
    itemised: undefined,
    resourceUrl: '',
  } as const
  const standing = { day: 0n, days30: 0n, session: 0n }
  await expect(approve(quote, { status: 'new', trust: 'first' }, standing)).rejects.toMatchObject({
    code: 'DECLINED',
  })
  await approve(quote, { status: 'known', since: 0 }, standing)
  expect(waited).toEqual(['one'])
  database.close()
})

test('error: an approval of play money is not used for real money, nor the other way round', async () => {
  const { path } = await scene()
  let ids = 0
  const newId = () => {
    ids += 1
    return `id${ids}`
  }
  const approvals = createApprovals(openDatabase(path), { now: () => 1, newId })
  const terms = { client: 'ann', request: 'r', amount: 1n, payTo: `0x${'aa'.repeat(20)}` } as const
  const quote = { origin: 'http://127.0.0.1:4020', credits: 1, rows: [], payee: 'new' }
  const ofPlay = approvals.request({ ...terms, quote: { ...quote, play: true } }, 10)
  approvals.decide(ofPlay.id, 'approved')
  const ofReal = approvals.request({ ...terms, quote }, 10)
  expect(ofReal).toMatchObject({ id: 'id2', state: 'waiting' })
  expect(approvals.request({ ...terms, quote: { ...quote, play: true } }, 10).id).toBe('id1')
  expect(approvals.request({ ...terms, quote }, 10).id).toBe('id2')
})
