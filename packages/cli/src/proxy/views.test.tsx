import { expect, test } from 'vitest'
import { createProxy } from '../compose/proxy.ts'
import { openDatabase } from '../payment/journal/open-database.ts'
import { scratchFolder, testAddress } from '../payment/testing/test-payer.ts'
import { memoryCanvas } from '../terminal/testing/memory-canvas.ts'
import { addKnownWallet } from '../wallet/keys/known-wallets.ts'
import { createApprovals } from './approvals/approvals.ts'
import { callerWords } from './approvals/caller-words.ts'
import { drawApprovals } from './approvals/draw-approvals.tsx'
import { createClients, defaultClientCaps } from './clients/clients.ts'
import { drawLive } from './serve/draw-live.tsx'
import { openSurface } from './serve/open-surface.ts'
import { testWorld } from './testing/proxy-scene.ts'

test('default: approve, deny and always have one key each, once the quote is readable', async () => {
  const { desk, clients, close } = approvals('a', 'b', 'c')
  const { canvas, frame, press, read } = terminal()
  const frames: (() => void)[] = []
  const every = (_: number, run: () => void) => {
    frames.push(run)
    return () => {}
  }
  const left = drawApprovals({ desk, now: () => 1_000, every }, canvas)
  const next = () => {
    for (const run of frames) run()
  }
  expect(await frame('3 quotes wait')).toContain('> id1 "ann": 0.15 USDC, 60 s left')
  await press('y') // Too early for the user to have read it.
  expect(desk.waiting()).toHaveLength(3)
  await read()
  await press('y')
  next()
  await frame('2 quotes wait')
  await read()
  await press('n')
  next()
  await frame('1 quote waits')
  await read()
  await press('a')
  expect(['id1', 'id2', 'id3'].map((id) => desk.read(id)?.state)).toEqual([
    'approved',
    'denied',
    'approved',
  ])
  expect(clients.find('ann')?.automatic).toBe(150_000n)
  await frame('id3: approved, and always for ann up to 0.15 USDC')
  await press('q')
  await left
  close()
})

test('behavior: lists the quotes around the selected one if there are too many for the terminal', async () => {
  const { desk, close } = approvals(...'abcdefghij')
  const { canvas, until, press } = memoryCanvas({ columns: 80, rows: 24 })
  const frame = (text: string) =>
    until((written) => written.slice(written.lastIndexOf('10 quotes wait')).match(text)?.input)
  const left = drawApprovals({ desk, now: () => 1_000, every: () => () => {} }, canvas)
  expect(listed(await frame('quit'))).toEqual(['> id1', 'id2', 'id3', 'id4', 'id5', 'id6'])
  for (let place = 1; place < 10; place += 1) await press('j')
  const last = await frame('> id10')
  expect(listed(last)).toEqual(['id5', 'id6', 'id7', 'id8', 'id9', '> id10'])
  expect(last.trimEnd().split('\n').length).toBeLessThan(24)
  await press('q')
  await left
  close()
})

test('error: a terminal that is too small gets a message', async () => {
  const folder = scratchFolder()
  const { world, lines } = testWorld(folder.path, 'http://127.0.0.1:1', {})
  const { canvas } = memoryCanvas({ columns: 80, rows: 20 })
  const stderr = { ...world.stderr, isTerminal: true, stream: canvas.output }
  expect(await createProxy({ ...world, stderr }).approvals.draw()).toBe(false)
  expect(lines).toEqual([
    'This terminal has 80 columns and 20 lines; drawing needs 56 and 24. To decide here, type approve ID or deny ID.\n',
  ])
  folder[Symbol.dispose]()
})

test.each([80, 120, 200])(
  'behavior: draws play money, a new payee and the caller’s own name, in %i columns',
  async (columns) => {
    const { desk, close } = approvals()
    desk.request(
      {
        client: 'ann',
        request: 'r',
        amount: 150_000n,
        payTo: '0xaa',
        quote: {
          origin: 'http://x',
          credits: 5,
          payee: 'NEW: this server was never paid',
          rows: [['quotes', 1, 5]],
          asked: ['quotes(tickers: ["AAPL"])', ...callerWords('evil"\n\u001b[31mbank')],
          play: true,
        },
      },
      60_000,
    )
    const { canvas, until, press } = memoryCanvas({ columns, rows: 40 })
    const left = drawApprovals({ desk, now: () => 1_000, every: () => () => {} }, canvas)
    const shown = await until((written) => (written.includes('pay to') ? written : undefined))
    expect(shown).toContain('quotes(tickers: ["AAPL"])')
    expect(shown).toMatch(/from a program that calls itself "evil [^"]*bank"/)
    expect(shown).toContain('a PLAY wallet: play money only')
    expect(shown).toContain('> id1 "ann": 0.15 play USDC, 60 s left')
    expect(shown).toContain('pay to 0xaa NEW: this server was never paid')
    expect(shown).toContain('with the token named "ann"')
    await press('q')
    await left
    close()
  },
)

test('behavior: cleans text of a server before it is drawn', async () => {
  const { desk, close } = approvals('a')
  const { canvas, frame, press, raw } = terminal()
  const left = drawApprovals({ desk, now: () => 1_000, every: () => () => {} }, canvas)
  const shown = await frame('pay to')
  expect(shown).toContain('quotes red')
  expect(raw()).not.toContain('\u001b[31mred')
  await press('q')
  await left
  close()
})

test.each(['end', 'error'])('behavior: ends if the terminal disappears (%s)', async (event) => {
  const { desk, close } = approvals('a')
  const { canvas, frame, input } = terminal()
  const left = drawApprovals({ desk, now: () => 1_000, every: () => () => {} }, canvas)
  await frame('pay to')
  input.emit(event, new Error('EIO'))
  await left
  expect(desk.read('id1')?.state).toBe('waiting')
  close()
})

test('default: the live view shows budget, clients and requests; q quits', async () => {
  const shown = await liveView('real')
  for (const text of [
    'fiq proxy http://127.0.0.1:4021 for http://127.0.0.1:1',
    '1 request, 0.015 USDC paid, 0.015 USDC at risk since the start',
    '24 hours  0.000 of 2.000 USDC, left 2.000',
    'ann              1 request, 0 refused, paid 0.015; 24 hours: 0.000 of 0.500 USDC',
    'waits id1 "ann": 0.15 USDC quotes',
    'ann http /tools/quotes 200 asked 3 ms paid 0.015 USDC AT RISK 0.015 USDC purchase 0xab',
  ])
    expect(shown).toContain(text)
})

test('behavior: the live view marks play money in every amount', async () => {
  const shown = await liveView('play')
  for (const text of [
    '1 request, 0.015 play USDC paid, 0.015 play USDC at risk since the start',
    '24 hours  0.000 of 2.000 play USDC, left 2.000',
    '24 hours: 0.000 of 0.500 play USDC',
    'waits id1 "ann": 0.15 play USDC quotes',
    'paid 0.015 play USDC AT RISK 0.015 play USDC',
  ])
    expect(shown).toContain(text)
  expect(shown).not.toMatch(/\d USDC/)
})

test('behavior: if an API key pays, the live view shows no window of play money', async () => {
  const shown = await liveView('play', 'fiq_key')
  expect(shown).toContain('an API key pays: the budget of the wallet does not count credits')
  expect(shown).toContain('24 hours: 0.000 of 0.500 USDC')
  expect(shown).not.toMatch(/0 of [\d.]+ play USDC/)
})

/** What the live view shows after one request, while a quote waits. */
async function liveView(money: 'play' | 'real', apiKey?: string): Promise<string> {
  const folder = scratchFolder()
  const play = money === 'play' ? { play: true as const } : {}
  const account = { key: async () => apiKey, forgetKey() {}, purchases: () => ({}) as never }
  const { world } = testWorld(folder.path, 'http://127.0.0.1:1', {
    noWallet: true,
    world: { account },
  })
  if (play.play) addKnownWallet(folder.path, { name: 'toy', address: testAddress, place: 'play' })
  const surface = openSurface(
    world,
    { approvalMs: 1, reuse: false },
    { passage() {}, waiting() {} },
  )
  surface.clients.add({ ...defaultClientCaps, name: 'ann', tools: undefined })
  surface.ports.traffic.record({
    at: 0,
    client: 'ann',
    surface: 'http',
    what: '/tools/quotes',
    status: 200,
    ms: 3,
    paid: 15_000n,
    atRisk: 15_000n,
    purchase: '0xab',
    ...play,
    outcome: 'asked',
  })
  const { now } = surface.ports
  const desk = createApprovals(surface.payer.database(), { now, newId: () => 'id1' })
  desk.request({ ...waitingQuote('r'), quote: { ...shownQuote, ...play } as never }, 60_000)
  const { canvas, frame, press } = terminal()
  const stopped = new Promise<void>(() => {})
  const left = drawLive({ url: 'http://127.0.0.1:4021', world, surface, stopped }, canvas)
  const shown = await frame('q quits')
  await press('q')
  await left
  surface.payer.close()
  folder[Symbol.dispose]()
  return shown
}

function listed(frame: string): string[] {
  return [...frame.matchAll(/^ *(> )?(id\d+) "ann"/gm)].map(([, mark = '', id]) => `${mark}${id}`)
}

const shownQuote = {
  origin: 'http://x',
  label: 'quotes \u001b[31mred\u202e',
  credits: 5,
  rows: [['quotes', 1, 5]] as const,
  payee: 'NEW',
}

function waitingQuote(request: string) {
  const quote = shownQuote as never
  return { client: 'ann', request, amount: 150_000n, payTo: '0xaa', quote } as const
}

function approvals(...requests: string[]) {
  const folder = scratchFolder()
  const database = openDatabase(folder.path)
  const clients = createClients(database, () => 1_000)
  clients.add({ ...defaultClientCaps, name: 'ann', tools: undefined })
  let count = 0
  const desk = createApprovals(database, { now: () => 1_000, newId: () => `id${++count}` })
  for (const request of requests) desk.request(waitingQuote(request), 60_000)
  return {
    desk,
    clients,
    close() {
      database.close()
      folder[Symbol.dispose]()
    },
  }
}

function terminal() {
  const { until, pass, ...rest } = memoryCanvas({ columns: 100, rows: 40 })
  const frame = (text: string) => until((written) => (written.includes(text) ? written : undefined))
  return { ...rest, frame, read: pass }
}
