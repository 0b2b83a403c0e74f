import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInTariff } from '../../query/built-in-tariff.ts'
import { press } from './keys.ts'
import { pollOperation } from './poll-operation.ts'
import { closedMarket, fullAnswer, pollingScene, start, stateWith } from './testing/watch-scene.ts'

describe('openPolling', () => {
  test('default: one question for prices, clock and bars, again after the interval', async () => {
    const { polling, asked, timers, pass, delivered } = pollingScene()
    await polling.first()
    expect(asked[0]?.variables).toEqual({
      tickers: ['AAPL', 'MSFT'],
      chosen: ['AAPL'],
      range: '1d',
      interval: '5m',
    })
    expect(polling.read().quotes.get('MSFT')).toMatchObject({ price: 202.5 })
    expect(timers()).toEqual([60_000])
    await pass(60_000)
    expect([asked.length, delivered()]).toEqual([2, 2])
    expect(polling.read().money).toEqual({ spent: 30_000n, cap: 100_000n, perPoll: 15_000n })
  })

  test('behavior: both questions are in the schema, and cost what the smallest costs', () => {
    for (const chart of ['line', 'none'] as const)
      expect(builtInTariff().estimate(pollOperation(stateWith({ chart }))).amount).toBe(15_000n)
  })

  test('behavior: it pauses while the market is closed, until it opens', async () => {
    const { polling, asked, pass } = pollingScene({
      reply: (operation) => fullAnswer(operation, closedMarket),
    })
    await polling.first()
    const until = Date.parse('2026-11-23T14:30:00Z')
    expect(polling.read().phase).toEqual({ kind: 'market closed', until })
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
  ])('behavior: it does not pause when %s', async (_, { tickers, evenClosed }) => {
    const { polling } = pollingScene({
      state: stateWith({ tickers }),
      evenClosed,
      reply: (operation) => fullAnswer(operation, closedMarket),
    })
    await polling.first()
    expect(polling.read().phase).toEqual({ kind: 'waiting', until: start + 60_000 })
  })

  test('behavior: at the cap nothing more is asked, whatever is pressed', async () => {
    const { polling, asked, pass } = pollingScene()
    await polling.first()
    for (let poll = 0; poll < 10; poll += 1) await pass(60_000)
    expect(asked).toHaveLength(6)
    expect(polling.read()).toMatchObject({
      phase: { kind: 'cap reached' },
      money: { spent: 90_000n },
    })
    await polling.poll()
    polling.change(press(polling.read(), '', { rightArrow: true }).state)
    await pass(60_000)
    expect(asked).toHaveLength(6)
  })

  test('behavior: keys pressed together are asked about once', async () => {
    const { polling, asked, pass } = pollingScene()
    await polling.first()
    for (let times = 0; times < 3; times += 1)
      polling.change(press(polling.read(), '', { rightArrow: true }).state)
    await pass(400)
    expect(asked.map(({ variables }) => variables?.['range'])).toEqual(['1d', '3mo'])
    // Bars that are there already are not bought again.
    polling.change(press(polling.read(), '', { leftArrow: true }).state)
    await pass(400)
    polling.change(press(polling.read(), '', { rightArrow: true }).state)
    await pass(400)
    expect(asked).toHaveLength(3)
  })

  test('behavior: what was changed while an answer was on its way is asked for after it', async () => {
    const { polling, asked, pass } = pollingScene()
    const first = polling.poll()
    polling.change({ ...polling.read(), tickers: ['AAPL', 'MSFT', 'NVDA'] })
    await first
    await pass(400)
    expect(asked.map(({ variables }) => variables?.['tickers'])).toEqual([
      ['AAPL', 'MSFT'],
      ['AAPL', 'MSFT', 'NVDA'],
    ])
  })

  test('behavior: what has no answer is not asked for again before its time', async () => {
    const { polling, asked, pass } = pollingScene({
      reply: (operation) => ({ ...fullAnswer(operation), data: {} }),
    })
    await polling.first()
    await pass(5_000)
    expect(asked).toHaveLength(1)
  })

  test('error: a server out of reach is asked again in time, a refusal is not', async () => {
    for (const [code, kind] of [
      ['SERVER_UNREACHABLE', 'waiting'],
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
      expect(polling.read()).toMatchObject({ phase: { kind }, said: 'It does not work.' })
    }
  })

  test('error: the first answer rejects with its own error', async () => {
    const { polling } = pollingScene({
      reply: () => Promise.reject(new FiqError('DECLINED', 'You declined the quote.')),
    })
    await expect(polling.first()).rejects.toMatchObject({ code: 'DECLINED' })
  })

  test('property: whatever is pressed and however long it runs, the cap is never passed', async () => {
    const key = fc.constantFrom('c', 'v', 'k', 'r', ' ', 'right', 'left', 'tab')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(key, fc.integer({ min: 0, max: 90_000 })), { maxLength: 20 }),
        async (steps) => {
          const { polling, pass } = pollingScene()
          await polling.first()
          for (const [name, ms] of steps) {
            const arrow = { rightArrow: name === 'right', leftArrow: name === 'left' }
            const { state, effect } = press(polling.read(), name, { ...arrow, tab: name === 'tab' })
            polling.change(state)
            if (effect === 'poll') await polling.poll()
            if (effect === 'pause') polling.pause()
            await pass(ms)
          }
          expect(polling.read().money.spent).toBeLessThanOrEqual(100_000n)
        },
      ),
      { numRuns: 30 },
    )
  })
})
