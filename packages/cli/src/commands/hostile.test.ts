import { afterEach, describe, expect, test } from 'vitest'
import { boughtQuery, commandScene, errorOn } from '../payment/testing/command-scene.ts'
import { again402, exits, hostileAnswers, hostileQuotes } from '../payment/testing/hostile-modes.ts'
import { type Mode, receiptFor, send } from '../payment/testing/hostile-server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const someId = expect.stringMatching(/^0x[0-9a-f]{64}$/)

describe('on the command line', () => {
  test('default: pays the honest server, and prints its answer', async () => {
    const { server, buy } = await open({})
    expect(await buy()).toMatchObject({ exit: 0, out: '{"data":{"quotes":[]}}\n' })
    expect(server.settled.size).toBe(1)
  })

  test.each(hostileQuotes)('error: does not sign a hostile quote: %s', async (_, mode, code) => {
    const { server, buy, purchases } = await open(mode)
    const { exit, out, err } = await buy()
    expect({ exit, out }).toEqual({ exit: exits[code], out: '' })
    expect(errorOn(err)).toMatchObject({ code, exit, funds: 'untouched', payment: null })
    expect(server.payments).toEqual([])
    expect(purchases()).toBe(0)
  })

  test.each(hostileAnswers)(
    'error: after a hostile answer the next run sends the same bytes: %s',
    async (_, mode, code, state) => {
      const { server, buy, purchases } = await open(mode)
      const { exit, out, err } = await buy()
      expect({ exit, out }).toEqual({ exit: exits[code], out: '' })
      const error = errorOn(err)
      expect(error).toMatchObject({
        code,
        exit,
        funds: state === 'settled' ? 'spent' : 'at-risk',
        payment: { state, id: someId, amount: '0.015' },
      })
      const sent = server.headersSeen.length
      const again = await buy()
      expect(again).toMatchObject({ exit, out: '' })
      expect(errorOn(again.err)).toMatchObject({ code, payment: { id: error.payment.id } })
      expect(server.headersSeen.length).toBeGreaterThan(sent)
      expect(new Set(server.headersSeen).size).toBe(1)
      expect(purchases()).toBe(1)
      // When the server is honest, the same bytes are answered.
      server.become({})
      expect((await buy()).exit).toBe(0)
      expect(new Set(server.headersSeen).size).toBe(1)
    },
  )
})

test('behavior: the error names a command that resumes the payment even if its query has changed', async () => {
  const { server, clock, run } = await open({ paid: again402, settles: false, rpc: 'absent' })
  const words = ['series', 'CPIAUCSL', '--since', '5y', '--max-spend', '1']
  const first = await run(...words)
  expect(first.exit).toBe(11)
  server.become({})
  clock.advance(86_400_000)
  // The relative date is another day now, so the same words are another query.
  expect((await run(...words)).exit).toBe(0)
  expect(new Set(server.headersSeen).size).toBe(2)
  const [, id = ''] = /fiq payments resume (0x[0-9a-f]+)$/.exec(errorOn(first.err).remedy) ?? []
  expect(await run('payments', 'resume', id)).toMatchObject({
    exit: 0,
    out: '{"data":{"quotes":[]}}\n',
  })
  expect(new Set(server.headersSeen).size).toBe(2)
})

test('error: a clock that is set days forward right after the signature signs nothing again', async () => {
  const { server, setForward, run, purchases } = await open({
    paid: again402,
    settles: false,
    rpc: 'absent',
  })
  expect((await run(...boughtQuery)).exit).toBe(11)
  setForward(3 * 86_400_000)
  expect((await run(...boughtQuery)).exit).toBe(11)
  const [{ id }] = JSON.parse((await run('payments', 'list', '--json')).out)
  expect((await run('payments', 'abandon', id)).exit).toBe(2)
  expect((await run(...boughtQuery)).exit).toBe(11)
  expect([purchases(), new Set(server.headersSeen).size]).toEqual([1, 1])
})

describe('an error of the command after a paid answer', () => {
  const nothing = '{"data":{"entityByTicker":null,"searchEntities":[]}}'
  const commands = [
    ['entity', 'A'],
    ['technicals', 'A'],
    ['holdings', 'nobody'],
  ]

  test.each(commands)('error: %s %s: with a receipt the money is spent', async (...words) => {
    const { run, purchases } = await open({
      paid: (response, _, request) => send(response, 200, nothing, receiptFor(request)),
    })
    const { exit, err } = await run(...words)
    expect(exit).toBe(2)
    expect(errorOn(err)).toMatchObject({
      code: 'NOT_FOUND',
      funds: 'spent',
      payment: { state: 'answered', id: someId },
    })
    // The user has read the answer. The same command is another purchase.
    await run(...words)
    expect(purchases()).toBe(2)
  })

  test.each([...commands, ['topup', '1']])(
    'error: %s %s: without a receipt the outcome is unknown, and the rerun pays nothing',
    async (...words) => {
      const { server, run, purchases } = await open({
        paid: (response) => send(response, 200, nothing),
      })
      const { exit, err } = await run(...words, '--max-spend', '1')
      expect(exit).toBe(11)
      expect(errorOn(err)).toMatchObject({
        code: 'PAYMENT_OUTCOME_UNKNOWN',
        funds: 'at-risk',
        payment: { state: 'answered', id: someId },
      })
      expect((await run(...words, '--max-spend', '1')).exit).toBe(11)
      expect([purchases(), new Set(server.headersSeen).size]).toEqual([1, 1])
    },
  )

  test('error: on credits they are spent', async () => {
    const { run } = await open({ unpaid: (response) => void send(response, 200, nothing) })
    const { exit, err } = await run('entity', 'A', '--api-key', 'fiq_1')
    expect(exit).toBe(2)
    expect(errorOn(err)).toMatchObject({ code: 'NOT_FOUND', funds: 'spent', payment: null })
  })

  test('error: a top-up whose answer does not report the credits is spent if there is a receipt', async () => {
    const { run } = await open({
      paid: (response, _, request) => send(response, 200, '{}', receiptFor(request)),
    })
    const { exit, err } = await run('topup', '1', '--max-spend', '1')
    expect(exit).toBe(6)
    expect(errorOn(err)).toMatchObject({ funds: 'spent', payment: { amount: '0.999' } })
  })
})

test('error: a paid answer that the server no longer has stays spent by its receipt', async () => {
  const { server, clock, run } = await open({
    paid: (response, _, request) =>
      send(response, 200, '{"data":{"quotes":[]}}', receiptFor(request)),
  })
  const [one, other] = [boughtQuery, [...boughtQuery.slice(0, 3), '{"tickers":["F"]}']]
  expect((await run(...one)).exit).toBe(0)
  const [bought] = JSON.parse((await run('payments', 'list', '--json')).out)
  // The next purchase erases delivered answers that are older than ten minutes.
  clock.advance(700_000)
  expect(await run(...other)).toMatchObject({ exit: 0 })
  server.become({ paid: again402, settles: false, rpc: 'absent' })
  const { err } = await run('payments', 'resume', bought.id)
  expect(errorOn(err)).toMatchObject({
    code: 'ANSWER_OWED',
    funds: 'spent',
    payment: { id: bought.id },
  })
})

describe('a payment that is finally refused', () => {
  test('behavior: without a node it can be abandoned after its expiry, and stays counted', async () => {
    const { server, clock, run, purchases } = await open({ paid: again402, settles: false })
    const buy = () => run(...boughtQuery)
    const first = await buy()
    expect(first.exit).toBe(11)
    const { facts, payment } = errorOn(first.err)
    expect(facts.join('\n')).toContain(`fiq payments abandon ${payment.id.slice(0, 18)}`)
    const abandon = () => run('payments', 'abandon', payment.id)
    // Refused, because the payment may still settle.
    const early = await abandon()
    expect(early.exit).toBe(2)
    expect(errorOn(early.err).message).toBe('The payment may still settle.')
    clock.advance(200_000)
    const proved = await run('payments', 'resume')
    expect(proved.err).toContain('No chain node is configured')
    expect(proved).toMatchObject({ exit: 0, out: '{"decided":0}\n' })
    expect((await buy()).exit).toBe(11)
    expect(purchases()).toBe(1)
    expect(JSON.parse((await abandon()).out)).toMatchObject({
      state: 'rejected',
      amount: '0.015',
      play: false,
    })
    server.become({})
    expect((await buy()).exit).toBe(0)
    expect(purchases()).toBe(2)
    expect((await run('budget', 'show')).out).toContain('0.03')
  })

  test('error: with a node, an empty wallet gives exit 9 before anything is signed', async () => {
    const { server, buy, purchases } = await open({ balance: 14_999n })
    const { exit, err } = await buy()
    expect(exit).toBe(9)
    expect(errorOn(err)).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      funds: 'untouched',
      payment: null,
      facts: expect.arrayContaining(['Price: 0.015 USDC', expect.stringContaining('0.014999')]),
    })
    expect(server.payments).toEqual([])
    expect(purchases()).toBe(0)
  })
})

describe('a resumed answer in a pipe', () => {
  test('behavior: the response contains its age and its stale fields, by the field and not the alias', async () => {
    const { server, clock, run } = await open({ paid: again402, settles: false })
    const words = [
      'query',
      'query { gdp: quotes(tickers: ["A"]) { price } }',
      ...['--rpc-url', server.rpcUrl.href],
    ]
    expect((await run(...words)).exit).toBe(11)
    clock.advance(30_000)
    server.become({ settles: false, paid: again402 })
    expect((await run(...words)).exit).toBe(11)
    clock.advance(40_000)
    server.become({})
    const { exit, out, err } = await run(...words)
    expect(exit).toBe(0)
    const { payment } = JSON.parse(out).extensions
    expect(payment).toMatchObject({ resumed: true, stale: ['gdp'] })
    expect(payment.ageSeconds).toBeGreaterThanOrEqual(70)
    expect(err).toContain('STALE')
  })

  test('behavior: for a tool command both are on standard error, also with --quiet', async () => {
    const { server, clock, run } = await open({ paid: again402, settles: false })
    expect((await run('quote', 'A')).exit).toBe(11)
    clock.advance(90_000)
    server.become({})
    const { exit, err } = await run('quote', 'A', '--quiet')
    expect(exit).toBe(0)
    expect(err).toMatch(/STALE: this answer is at most \d+ s old: quotes/)
  })
})

async function open(mode: Mode) {
  const scene = await commandScene(mode)
  cleanups.push(() => scene.close())
  return scene
}
