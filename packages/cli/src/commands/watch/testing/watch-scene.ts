import type { Answer } from '../../../query/answer.ts'
import { builtInTariff } from '../../../query/built-in-tariff.ts'
import { createOpenMoney } from '../../../query/open-money.ts'
import type { Operation } from '../../../query/operation.ts'
import { openPolling } from '../polling.ts'
import type { PollingPorts } from '../ports.ts'
import { initialState, type WatchState } from '../state.ts'
import { pollNeeds, watchOperation, withAnswer } from '../watch-operation.ts'

/** A Saturday; the market opens on Monday. */
export const start: number = Date.parse('2026-11-21T12:00:00Z')

export const closedMarket = {
  isOpen: false,
  nextOpen: '2026-11-23T09:30:00-05:00',
  nextClose: '2026-11-23T16:00:00-05:00',
}
export const openMarket = { ...closedMarket, isOpen: true, nextClose: '2026-11-21T15:12:00Z' }

export const bars = Array.from({ length: 20 }, (_, index) => ({
  date: `2026-11-20T15:${String(index * 3).padStart(2, '0')}:00Z`,
  open: 100 + index,
  high: 102 + index,
  low: 99 + index,
  close: 101 + index,
  volume: 1_000 * (1 + (index % 4)),
}))

export function quoteOf(ticker: string, price: number) {
  const change = price - 200
  return {
    ticker,
    name: `${ticker} Inc.`,
    price,
    change,
    changePercent: change / 2,
    volume: 45_200_000,
    marketCap: 3.03e12,
    previousClose: 200,
    currency: 'USD',
    asOf: '2026-11-20T15:58:00Z',
  }
}

export function answerOf(data: Record<string, unknown>): Answer {
  return {
    response: { data },
    data,
    errors: [],
    sources: [],
    warnings: [],
    sandbox: false,
    payment: undefined,
  }
}

/** An answer to every part of the watch's query. */
export function fullAnswer(
  { variables = {}, query }: Pick<Operation, 'query' | 'variables'>,
  market: object = openMarket,
): Answer {
  const parts = Object.entries(variables) as [string, readonly string[]][]
  const data = parts.map(([alias, tickers]) => {
    if (alias.startsWith('q'))
      return [alias, tickers.map((ticker, index) => quoteOf(ticker, 201.5 + index))] as const
    return [alias, tickers.map((ticker) => ({ ticker, bars }))] as const
  })
  const clock = query.includes('clock:') ? { clock: market } : {}
  return answerOf({ ...Object.fromEntries(data), ...clock })
}

export function stateWith(changes: Partial<WatchState> = {}): WatchState {
  const { tickers = ['AAPL', 'MSFT'] } = changes
  const given = { tickers, cap: 100_000n, perDay: 2_000_000n, everyMs: 60_000, range: '1d' }
  return { ...initialState({ ...given, chart: 'line' }), ...changes }
}

/** The state after the first answer. */
export function answeredWith(
  changes: Partial<WatchState> = {},
  market: object = openMarket,
): WatchState {
  const asked = stateWith(changes)
  const wants = pollNeeds(asked, start)
  const answered = withAnswer(asked, wants, fullAnswer(watchOperation(wants, ''), market), start)
  const money = { ...asked.money, spent: 15_000n, cap: 500_000n, perPoll: 15_000n }
  return { ...answered, money, phase: { kind: 'waiting', until: start + 42_000 }, ...changes }
}

/** Polling with a simulated clock. An answer costs 0.015. */
export function pollingScene(
  given: {
    state?: WatchState
    reply?: (operation: Operation) => Answer | Promise<Answer>
    priceOf?: (operation: Operation) => bigint
  } = {},
) {
  let now = start
  let spent = 0n
  let delivered = 0
  const asked: Operation[] = []
  const timers = new Set<{ at: number; run: () => void }>()
  const ports: PollingPorts = {
    session: {
      async query(operation) {
        asked.push(operation)
        const answer = await (given.reply ?? fullAnswer)(operation)
        spent += await ports.priceOf(operation)
        return answer
      },
      delivered() {
        delivered += 1
      },
      spent: () => spent,
      inDoubt: () => 0n,
      isPlay: false,
      raise() {},
      end() {},
    },
    priceOf: async (operation) =>
      given.priceOf?.(operation) ?? builtInTariff().estimate(operation).amount,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    stated: createOpenMoney().state,
    raisable: (cap) => (cap < 300_000n ? 100_000n : 0n),
    now: () => now,
    onChange() {},
    labelOf: () => 'watch',
  }
  const polling = openPolling(given.state ?? stateWith(), ports)
  return {
    polling,
    ports,
    asked,
    delivered: () => delivered,
    timers: () => [...timers].map(({ at }) => at - now),
    /** Advances the clock, and runs what was waiting for it. */
    async pass(ms: number) {
      now += ms
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.run()
      }
      for (let turns = 0; turns < 5; turns += 1)
        await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
