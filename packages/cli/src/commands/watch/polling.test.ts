import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInTariff } from '../../query/built-in-tariff.ts'
import type { Operation } from '../../query/operation.ts'
import { rowsOf, textIn } from '../../query/rows.ts'
import { press } from './keys.ts'
import {
  answerOf,
  closedMarket,
  fullAnswer,
  pollingScene,
  start,
  stateWith,
} from './testing/watch-scene.ts'
import { pollNeeds, watchOperation } from './watch-operation.ts'

describe('openPolling', () => {
  test('default: buys bars and the clock once, then only prices', async () => {
    const { polling, asked, timers, pass, delivered } = pollingScene()
    await polling.first()
    const tickers = ['AAPL', 'MSFT']
    expect(asked[0]?.variables).toEqual({ quotes: tickers, bars: tickers })
    expect(asked[0]?.query).toContain('clock: marketStatus')
    expect(polling.read().quotes.get('MSFT')).toMatchObject({ price: 202.5 })
    expect(timers()).toEqual([60_000])
    await pass(60_000)
    expect(asked[1]?.variables).toEqual({ quotes: tickers })
    expect(asked[1]?.query).not.toContain('clock')
    expect([asked.length, delivered()]).toEqual([2, 2])
    // 7 credits, then the minimum price of a query.
    expect(polling.read().money).toMatchObject({ spent: 36_000n, perPoll: 15_000n })
  })

  test('behavior: queries 200 tickers in one query that the tariff knows', () => {
    const tickers = Array.from({ length: 200 }, (_, index) => `T${index}`)
    const state = stateWith({ tickers })
    const estimate = (wants: ReturnType<typeof pollNeeds>) =>
      builtInTariff().estimate(watchOperation(wants, '')).credits
    expect(estimate(pollNeeds(state, start))).toBe(601)
    expect(estimate({ ...pollNeeds(state, start), bars: [], hasClock: false })).toBe(200)
  })

  test('behavior: pauses while the market is closed', async () => {
    const { polling, asked, pass } = pollingScene({
      reply: (operation) => fullAnswer(operation, closedMarket),
    })
    await polling.first()
    const until = Date.parse('2026-11-23T14:30:00Z')
    expect(polling.read().phase).toEqual({ kind: 'market closed', until, opens: 'AAPL' })
    const day = 86_400_000
    await pass(day)
    await pass(day)
    expect(asked).toHaveLength(1)
    await pass(until - start - 2 * day)
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['a crypto asset is among them', { tickers: ['AAPL', 'BTC-USD'], evenClosed: false }],
    ['it is asked to go on', { tickers: ['AAPL'], evenClosed: true }],
  ])('behavior: does not pause when %s', async (_, { tickers, evenClosed }) => {
    const { polling } = pollingScene({
      state: stateWith({ tickers, evenClosed }),
      reply: (operation) => fullAnswer(operation, closedMarket),
    })
    await polling.first()
    expect(polling.read().phase).toEqual({ kind: 'waiting', until: start + 60_000 })
  })

  test('behavior: queries only the tickers whose market is open', async () => {
    const { polling, asked, pass } = pollingScene({
      state: stateWith({ tickers: ['AAPL', 'BTC-USD', 'VOD.L', 'EURUSD=X'] }),
      reply: withClosed(['VOD.L', 'EURUSD=X']),
    })
    await polling.first()
    expect(polling.read().phase).toEqual({ kind: 'waiting', until: start + 60_000 })
    await pass(60_000)
    expect(asked[1]?.variables).toEqual({ quotes: ['BTC-USD'] })
    expect(polling.read().money.perPoll).toBe(15_000n)
    expect(polling.read().quotes.get('VOD.L')).toMatchObject({ marketState: 'CLOSED' })
    // Sunday 18:00 in New York: currencies trade. London opens ten hours later.
    await pass(Date.parse('2026-11-22T23:00:00Z') - start - 60_000)
    expect(asked[2]?.variables).toEqual({ quotes: ['BTC-USD', 'EURUSD=X'] })
  })

  test('behavior: without an open market, waits for the first that opens', async () => {
    const { polling, asked, pass } = pollingScene({
      state: stateWith({ tickers: ['AAPL', 'VOD.L', 'GC=F'] }),
      reply: withClosed(['VOD.L', 'GC=F']),
    })
    await polling.first()
    const until = Date.parse('2026-11-22T23:00:00Z')
    expect(polling.read().phase).toEqual({ kind: 'market closed', until, opens: 'GC=F' })
    await polling.poll()
    expect(asked[1]?.variables).toEqual({ quotes: ['AAPL', 'VOD.L', 'GC=F'] })
    await pass(until - start - 86_400_000)
    expect(asked).toHaveLength(2)
  })

  test('behavior: queries nothing more at the cap, for any key', async () => {
    const { polling, asked, pass } = pollingScene()
    await polling.first()
    for (let poll = 0; poll < 10; poll += 1) await pass(60_000)
    expect(asked).toHaveLength(6)
    expect(polling.read()).toMatchObject({
      phase: { kind: 'cap reached' },
      money: { spent: 96_000n },
    })
    await polling.poll()
    polling.change(press(polling.read(), '', { rightArrow: true }).state)
    await polling.buy()
    await pass(60_000)
    expect(asked).toHaveLength(6)
  })

  test('behavior: only Enter buys another range, once, for tickers at the same price', async () => {
    const { polling, asked, pass } = pollingScene()
    await polling.first()
    for (let times = 0; times < 3; times += 1)
      polling.change(press(polling.read(), '', { rightArrow: true }).state)
    await pass(5_000)
    expect(asked).toHaveLength(1)
    expect(polling.read().money.perChart).toBe(15_000n)
    await polling.buy()
    expect(asked[1]?.query).toContain('range: "3mo"')
    expect(asked[1]?.variables).toEqual({ bars: ['AAPL', 'MSFT'] })
    // The wait for the next poll is unchanged.
    expect(polling.read().phase).toEqual({ kind: 'waiting', until: start + 60_000 })
    await polling.buy()
    polling.change(press(polling.read(), 'j', {}).state)
    await polling.buy()
    expect(asked).toHaveLength(2)
  })

  test('property: only r, f, Enter and a new ticker buy anything', async () => {
    const key = fc.constantFrom(...'jkGgxucvisS%?')
    await fc.assert(
      fc.asyncProperty(fc.array(key, { maxLength: 30 }), async (keys) => {
        const { polling, asked, pass } = pollingScene({
          state: stateWith({ tickers: ['AAPL', 'MSFT', 'NVDA'] }),
        })
        await polling.first()
        for (const each of keys) {
          const { state, effect } = press(polling.read(), each, {})
          expect(effect).toBeUndefined()
          polling.change(state)
          polling.change(press(polling.read(), '', { rightArrow: true }).state)
          await pass(500)
        }
        expect(asked).toHaveLength(1)
      }),
      { numRuns: 20 },
    )
  })

  test('behavior: at the cap, + raises it by the shown amount, within the budget', async () => {
    const { polling, pass } = pollingScene()
    await polling.first()
    const untilCap = async () => {
      for (let poll = 0; poll < 8; poll += 1) await pass(60_000)
      expect(polling.read().phase).toEqual({ kind: 'cap reached' })
    }
    expect(press(polling.read(), '+', {}).effect).toBeUndefined()
    polling.change({ ...polling.read(), money: { ...polling.read().money, raisable: 100_000n } })
    await untilCap()
    expect(press(polling.read(), '+', {}).effect).toBe('raise')
    await polling.raise()
    expect(polling.read()).toMatchObject({ phase: { kind: 'waiting' }, money: { cap: 200_000n } })
    polling.change({ ...polling.read(), money: { ...polling.read().money, raisable: 0n } })
    await untilCap()
    await polling.raise()
    expect(polling.read().phase).toEqual({ kind: 'cap reached' })
  })

  test('behavior: for added tickers, buys only the new ones', async () => {
    const { polling, asked, pass } = pollingScene()
    const first = polling.first()
    polling.change({ ...polling.read(), tickers: ['AAPL', 'MSFT', 'NVDA'] })
    await first
    await pass(400)
    polling.change({ ...polling.read(), tickers: ['AAPL', 'MSFT', 'NVDA', 'TSLA'] })
    await pass(400)
    expect(asked.map(({ variables }) => variables)).toEqual([
      { quotes: ['AAPL', 'MSFT'], bars: ['AAPL', 'MSFT'] },
      { quotes: ['NVDA'], bars: ['NVDA'] },
      { quotes: ['TSLA'], bars: ['TSLA'] },
    ])
  })

  test('behavior: refuses a chart that does not fit within the cap, and continues polling', async () => {
    const { polling, pass } = pollingScene({
      priceOf: ({ variables = {} }) =>
        'bars' in variables && !('quotes' in variables) ? 90_000n : 15_000n,
    })
    await polling.first()
    polling.change(press(polling.read(), '', { rightArrow: true }).state)
    await polling.buy()
    expect(polling.read()).toMatchObject({
      phase: { kind: 'waiting' },
      message: expect.stringContaining('would exceed --max-spend'),
    })
    await pass(60_000)
    expect(polling.read().money.spent).toBe(30_000n)
  })

  test('behavior: does not query a ticker without an answer before its next time', async () => {
    const { polling, asked, pass } = pollingScene({
      reply: (operation) => ({ ...fullAnswer(operation), data: {} }),
    })
    await polling.first()
    await pass(5_000)
    expect(asked).toHaveLength(1)
  })

  test('error: retries an unreachable server later, but not a refusal', async () => {
    for (const [code, kind] of [
      ['SERVER_UNREACHABLE', 'no server'],
      ['INSUFFICIENT_FUNDS', 'paused'],
      ['OVER_BUDGET', 'cap reached'],
    ] as const) {
      let isFirst = true
      const { polling, pass } = pollingScene({
        reply(operation) {
          if (isFirst) {
            isFirst = false
            return fullAnswer(operation)
          }
          throw new FiqError(code, 'It does not work.')
        },
      })
      await polling.first()
      await pass(60_000)
      expect(polling.read()).toMatchObject({ phase: { kind }, message: 'It does not work.' })
    }
  })

  test('behavior: resuming after a pause pays only when the next poll is due', async () => {
    const { polling, asked, timers, pass } = pollingScene()
    await polling.first()
    polling.pause()
    await pass(20_000)
    polling.resume()
    expect([asked.length, timers()]).toEqual([1, [40_000]])
    polling.pause()
    await pass(50_000)
    expect(asked).toHaveLength(1)
    polling.resume()
    await pass(0)
    expect(asked).toHaveLength(2)
    polling.resume()
    await pass(0)
    expect(asked).toHaveLength(2)
  })

  test('behavior: a query in a pause is the only one', async () => {
    const { polling, asked, pass } = pollingScene()
    await polling.first()
    polling.pause()
    await polling.poll()
    expect([asked.length, polling.read().phase.kind]).toEqual([2, 'paused'])
    await pass(600_000)
    expect(asked).toHaveLength(2)
  })

  test('behavior: a pause during a query lasts after its answer', async () => {
    const answered = Promise.withResolvers<void>()
    let isFirst = true
    const { polling, asked, pass } = pollingScene({
      async reply(operation) {
        if (!isFirst) await answered.promise
        isFirst = false
        return fullAnswer(operation)
      },
    })
    await polling.first()
    const polled = polling.poll()
    await pass(0)
    polling.pause()
    answered.resolve()
    await polled
    expect(polling.read().phase).toEqual({ kind: 'paused' })
    await pass(600_000)
    expect(asked).toHaveLength(2)
  })

  test('behavior: a ticker added in a pause is queried after it', async () => {
    const { polling, asked, pass } = pollingScene()
    await polling.first()
    polling.pause()
    polling.change({ ...polling.read(), tickers: ['AAPL', 'MSFT', 'NVDA'] })
    await pass(10_000)
    polling.resume()
    await pass(400)
    expect(asked.map(({ variables }) => variables?.['quotes'])).toEqual([
      ...[['AAPL', 'MSFT'], ['NVDA']],
    ])
  })

  test('error: the first answer rejects with its own error', async () => {
    const { polling } = pollingScene({
      reply: () => Promise.reject(new FiqError('DECLINED', 'You declined the quote.')),
    })
    await expect(polling.first()).rejects.toMatchObject({ code: 'DECLINED' })
  })

  test('property: no keys and no duration exceed the cap', async () => {
    const key = fc.constantFrom('c', 'v', 'x', 'u', 'r', ' ', 'enter', 'right', 'left', 'tab')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(key, fc.integer({ min: 0, max: 90_000 })), { maxLength: 20 }),
        async (steps) => {
          const { polling, pass } = pollingScene()
          await polling.first()
          for (const [name, ms] of steps) {
            const arrow = { rightArrow: name === 'right', leftArrow: name === 'left' }
            const others = { tab: name === 'tab', return: name === 'enter' }
            const { state, effect } = press(polling.read(), name, { ...arrow, ...others })
            polling.change(state)
            if (effect === 'poll') await polling.poll()
            if (effect === 'buy') await polling.buy()
            if (effect === 'pause') polling.pause()
            if (effect === 'resume') polling.resume()
            await pass(ms)
          }
          expect(polling.read().money.spent).toBeLessThanOrEqual(100_000n)
        },
      ),
      { numRuns: 30 },
    )
  })
})

/** Answers while the US market and those of some tickers are closed. */
function withClosed(tickers: readonly string[]) {
  return (operation: Operation) => {
    const { data } = fullAnswer(operation, closedMarket)
    const quotes = rowsOf(data?.['quotes']).map((row) => {
      return tickers.includes(textIn(row, 'ticker')) ? { ...row, marketState: 'CLOSED' } : row
    })
    return answerOf({ ...data, quotes })
  }
}
