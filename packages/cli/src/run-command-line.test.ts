import { stripVTControlCharacters } from 'node:util'
import { FiqError } from '@fiq/shared/errors'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { Tariff } from '@fiq/shared/pricing/tariff'
import { tariff as builtIn } from '@fiq/shared/schema/contract'
import { describe, expect, test, vi } from 'vitest'
import type { Declaration, Run } from './command-line/declaration.ts'
import { worldScene } from './compose/testing/world-scene.ts'
import type { Purchase } from './payment/journal/purchase.ts'
import { terms } from './payment/testing/test-terms.ts'
import { runCommandLine } from './run-command-line.ts'

const tariff: Tariff = builtIn
const quotes = [{ ticker: 'AAPL', price: 201.5, volume: null }]
const ok = (body: unknown): HttpAnswer => ({
  status: 200,
  headers: {},
  body: JSON.stringify(body),
})

describe('runCommandLine', () => {
  test('default: runs a command, prints data on stdout, and returns exit 0', async () => {
    const { world, out, err, sent } = worldScene(['quote', 'aapl'], ok({ data: { quotes } }))
    expect(await runCommandLine(world)).toBe(0)
    expect(JSON.parse(out())).toMatchObject(quotes)
    expect(err()).toBe('')
    expect(sent[0]).toMatchObject({ headers: { authorization: 'Bearer fiq_1' } })
    expect(JSON.parse(sent[0]!.body!)).toMatchObject({ variables: { tickers: ['AAPL'] } })
  })

  test('behavior: --json with fields prints only those', async () => {
    const { world, out } = worldScene(
      ['quote', 'aapl', '--json', 'price'],
      ok({ data: { quotes } }),
    )
    expect(await runCommandLine(world)).toBe(0)
    expect(out()).toBe('[{"price":201.5}]\n')
  })

  test('behavior: --jq prints the results of jq, with strings as text and cleaned', async () => {
    const answer = ok({ data: { quotes: [{ ticker: 'A\u001b[31mB', price: 1 }] } })
    const { world, out } = worldScene(['quote', 'a', '--jq', '.[] | .ticker, .price'], answer)
    expect(await runCommandLine(world)).toBe(0)
    expect(out()).toBe('AB\n1\n')
  })

  test('error: refuses an invalid --jq filter before any query', async () => {
    const { world, sent, err } = worldScene(['quote', 'a', '--jq', '.['], ok({ data: { quotes } }))
    expect(await runCommandLine(world)).toBe(2)
    expect(sent).toEqual([])
    expect(JSON.parse(err())).toMatchObject({ error: { code: 'USAGE', exit: 2 } })
  })

  test('behavior: --table prints the table in a pipe, before or after the command; errors are text', async () => {
    for (const words of [
      ['--table', 'quote', 'aapl'],
      ['quote', 'aapl', '--table'],
    ]) {
      const { world, out } = worldScene(words, ok({ data: { quotes } }))
      expect(await runCommandLine(world)).toBe(0)
      expect(out()).toMatch(/^ticker .*price.*\nAAPL .*201\.50/)
    }
    const failing = worldScene(
      ['quote', 'aapl', '--table'],
      ok({ data: null, errors: [{ message: 'x' }] }),
    )
    expect(await runCommandLine(failing.world)).not.toBe(0)
    expect(failing.err()).toMatch(/^fiq: /)
  })

  test('behavior: prints partial data with exit code 14', async () => {
    const errors = [{ message: 'No source.', path: ['quotes', 1] }]
    const { world, out, err } = worldScene(['quote', 'a', 'b'], ok({ data: { quotes }, errors }))
    expect(await runCommandLine(world)).toBe(14)
    expect(JSON.parse(out())).toMatchObject(quotes)
    expect(JSON.parse(err())).toMatchObject({
      error: { code: 'PARTIAL_DATA', exit: 14, retryable: false, payment: null },
    })
  })

  test.each<[string, string[], number]>([
    ['an unknown command', ['qoute', 'A'], 2],
    ['a wrong choice', ['history', 'A', '--range', '7y'], 2],
    ['an address that is none', ['quote', 'A', '--url', 'nowhere'], 3],
    ['a chain node that is no address', ['wallet', 'balance', '--rpc-url', 'nowhere'], 3],
    ['a chain node without TLS', ['wallet', 'balance', '--rpc-url', 'http://10.0.0.1'], 3],
    ['a key among the words', ['wallet', 'import', 'ab'.repeat(32)], 2],
    ['a price cap that is no amount', ['quote', 'A', '--max-price', 'abc'], 2],
    ['an unknown tool', ['tool', 'quots'], 2],
    ['an unknown field', ['quote', 'A', '--json', 'pirce'], 2],
  ])('error: %s ends before anything is sent', async (_, words, exit) => {
    const { world, out, sent } = worldScene(words, ok({}))
    expect(await runCommandLine(world)).toBe(exit)
    expect(out()).toBe('')
    expect(sent).toEqual([])
  })

  test.each([
    [['gdp', 'Narnia'], 'fiq gdp'],
    [['series', ''], 'fiq series'],
    [['history', 'A', '--range', '7y'], 'fiq history'],
    [['screen', '--limit', '0'], 'fiq screen'],
    [['tool', 'gdp', 'country=Narnia'], 'fiq tool gdp'],
    [['quote', 'A', '--table', '--jq', '.'], 'fiq quote'],
  ])('error: a mistake in %j points to the help of that command', async (words, help) => {
    const { world, err } = worldScene(words, ok({}))
    expect(await runCommandLine(world)).toBe(2)
    expect(err()).toContain(`${help} --help lists its arguments and options.`)
  })

  test.each<[HttpAnswer, number]>([
    [{ status: 401, headers: {}, body: '' }, 4],
    [{ status: 403, headers: {}, body: '' }, 13],
    [{ status: 429, headers: {}, body: '' }, 12],
    [{ status: 500, headers: {}, body: '' }, 6],
    [ok({ data: null, errors: [{ message: 'x', extensions: { code: 'NOT_FOUND' } }] }), 2],
    [ok({ errors: [{ message: 'x', extensions: { code: 'CREDITS_EXHAUSTED' } }] }), 9],
  ])('error: the answer %j ends with exit %i and one line of JSON', async (answer, exit) => {
    const { world, out, err } = worldScene(['quote', 'A'], answer)
    expect(await runCommandLine(world)).toBe(exit)
    expect(out()).toBe('')
    expect(JSON.parse(err())).toMatchObject({ error: { exit } })
  })

  test('error: an internal error gives exit 1 without a stack, as text on a terminal', async () => {
    const broken = commandThat(async () => {
      throw new TypeError('x is not a function')
    })
    const { world, err } = worldScene(['go'], ok({}), { isTerminal: true })
    expect(await runCommandLine(world, [broken])).toBe(1)
    expect(stripVTControlCharacters(err())).toMatch(
      /^fiq: Unexpected: TypeError: x is not a function/,
    )
    expect(err()).not.toContain('    at ')
  })

  test('error: an error about a purchase names it', async () => {
    const payment = { state: 'unknown', id: '0x12', amount: '0.015' }
    const failing = commandThat(async () => {
      throw Object.assign(new FiqError('PAYMENT_OUTCOME_UNKNOWN', 'Lost.'), { payment })
    })
    const { world, err } = worldScene(['go'], ok({}))
    expect(await runCommandLine(world, [failing])).toBe(11)
    expect(JSON.parse(err())).toMatchObject({
      error: { code: 'PAYMENT_OUTCOME_UNKNOWN', funds: 'at-risk', retryable: true, payment },
    })
  })

  test('error: an internal error during an open purchase names it, for any thrown value', async () => {
    const failing = commandThat(async () => {
      throw new TypeError('x is not a function')
    })
    const { world, err } = worldScene(['go'], ok({}))
    const open: Purchase = { ...terms(1), state: 'answered', transaction: '0xab' }
    world.money.follow(open)
    expect(await runCommandLine(world, [failing])).toBe(1)
    expect(JSON.parse(err())).toMatchObject({
      error: { code: 'INTERNAL', funds: 'spent', payment: { state: 'answered', id: open.id } },
    })
  })

  test('behavior: a run that is interrupted while waiting leaves no progress line', async () => {
    const { world, err } = worldScene(['quote', 'A'], ok({ data: {} }), { isTerminal: true })
    const restores: (() => void)[] = []
    const sent = Promise.withResolvers<HttpAnswer>()
    const running = runCommandLine({
      ...world,
      timers: { ...world.timers, after: (_, run) => run() ?? (() => {}) },
      onAbruptEnd: (run) => void restores.push(run),
      send: () => sent.promise,
    })
    await vi.waitFor(() => expect(err()).toMatch(/waiting for 127\.0\.0\.1:4020$/), 15_000)
    for (const restore of restores) restore()
    expect(err().endsWith('\r\u001b[K')).toBe(true)
    sent.resolve(ok({ data: { quotes: [] } }))
    await running
  })

  test('behavior: a run ends only after its output is written', async () => {
    const { world, out } = worldScene(['quote', 'aapl'], ok({ data: { quotes } }))
    let taken = () => {}
    const flushed = () => new Promise<void>((resolve) => (taken = resolve))
    let exit: number | undefined
    const over = runCommandLine({ ...world, stdout: { ...world.stdout, flushed } }).then(
      (code) => (exit = code),
    )
    await expect.poll(out).not.toBe('')
    await new Promise((resolve) => setImmediate(resolve))
    expect(exit).toBeUndefined()
    taken()
    expect(await over).toBe(0)
  })

  test('behavior: fiq help quote is fiq quote --help', async () => {
    const { world, out } = worldScene(['help', 'quote'], ok({}))
    expect(await runCommandLine(world)).toBe(0)
    expect(out()).toContain('fiq quote <tickers...>')
  })

  test('behavior: fiq price quote A ends with the price, computed here', async () => {
    const { world, out, sent } = worldScene(['price', 'quote', 'A', 'B'], ok({}))
    expect(await runCommandLine(world)).toBe(0)
    expect(JSON.parse(out())).toMatchObject({
      amount: '0.015',
      rows: [{ path: 'quotes', times: 2 }, {}],
    })
    expect(sent).toEqual([])
  })

  test.skipIf(tariff.unavailable?.['Query.screen'] === undefined)(
    'error: refuses the price of a tool whose area has no source with its own code',
    async () => {
      const { world, out, err, sent } = worldScene(['price', 'tool', 'screen'], ok({}))
      expect(await runCommandLine(world)).toBe(6)
      expect({ out: out(), sent }).toEqual({ out: '', sent: [] })
      expect(JSON.parse(err())).toMatchObject({
        error: { code: 'NOT_CONFIGURED', retryable: false, funds: 'untouched' },
      })
    },
  )

  test('behavior: fiq price watch ends with the price of an answer, and opens no session', async () => {
    const words = ['price', 'watch', 'A', '--max-spend', '0.1']
    const { world, out, sent } = worldScene(words, ok({}))
    const canvas = { isTTY: true, columns: 80, rows: 24 } as NodeJS.WriteStream
    const stdout = { ...world.stdout, isTerminal: true, stream: canvas }
    const drawn = { ...world, stdout, answers: { ...world.answers, isThere: true } }
    expect(await runCommandLine(drawn)).toBe(0)
    expect(out()).toContain('0.015')
    expect(sent).toEqual([])
  })

  test("behavior: with --remote only the server's price is queried", async () => {
    const price = { tariff: 't', credits: 5, amount: '15000', rows: [['quotes', 5, 5]] }
    const { world, out, sent } = worldScene(['price', 'quote', 'A', '--remote'], ok(price))
    expect(await runCommandLine(world)).toBe(0)
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/api/v1/price'])
    expect(JSON.parse(out())).toMatchObject({ tariff: 't', amount: '0.015' })
  })

  test('behavior: --dry-run with a key prices here and sends nothing', async () => {
    const { world, out, sent } = worldScene(['quote', 'A', '--dry-run'], ok({}))
    expect(await runCommandLine(world)).toBe(0)
    expect(JSON.parse(out())).toMatchObject({ amount: '0.015' })
    expect(sent).toEqual([])
  })

  test('behavior: accepts a query from a pipe', async () => {
    const { world, sent } = worldScene(['query'], ok({ data: { a: 1 } }), { stdin: '{ a }' })
    expect(await runCommandLine(world)).toBe(0)
    expect(JSON.parse(sent[0]!.body!)).toEqual({ query: '{ a }', variables: {} })
  })
})

function commandThat(run: Run): Declaration {
  return { name: 'go', summary: 'Go', load: async () => ({ run }) }
}
