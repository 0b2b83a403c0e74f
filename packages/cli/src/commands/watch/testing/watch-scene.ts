import type { Answer } from '../../../query/answer.ts'
import type { Operation } from '../../../query/operation.ts'
import { openPolling, type PollingPorts } from '../polling.ts'
import { initialState, type WatchState } from '../state.ts'

/** Saturday; the market opens on Monday. */
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
    price,
    change,
    changePercent: change / 2,
    volume: 45_200_000,
    marketCap: 3.03e12,
    previousClose: 200,
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

/** What a server says to a poll: everything that it asks for. */
export function fullAnswer({ variables }: Operation, market: object = openMarket): Answer {
  const { tickers, chosen } = variables as { tickers: string[]; chosen?: string[] }
  return answerOf({
    quotes: tickers.map((ticker, index) => quoteOf(ticker, 201.5 + index)),
    marketStatus: market,
    ...(chosen ? { priceHistory: [{ ticker: chosen[0], bars }] } : {}),
  })
}

export function stateWith(changes: Partial<WatchState> = {}): WatchState {
  const given = { tickers: ['AAPL', 'MSFT'], cap: 100_000n, everyMs: 60_000, frame: '1D' }
  return { ...initialState({ ...given, chart: 'line' }), ...changes }
}

/** Polling in a world of its own: time passes when the test says so, an answer costs 0.015. */
export function pollingScene(
  given: {
    state?: WatchState
    reply?: (operation: Operation) => Answer | Promise<Answer>
    evenClosed?: boolean
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
        spent += 15_000n
        return answer
      },
      delivered() {
        delivered += 1
      },
      spent: () => spent,
    },
    priceOf: async () => 15_000n,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    now: () => now,
    evenClosed: given.evenClosed ?? false,
    onChange() {},
  }
  const polling = openPolling(given.state ?? stateWith(), ports)
  return {
    polling,
    asked,
    delivered: () => delivered,
    timers: () => [...timers].map(({ at }) => at - now),
    /** Lets time pass, and what was waited for happen. */
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
