import type { FiqError } from '@fiq/shared/errors'
import type { PollingPorts } from './ports.ts'
import { isUsListing, type Phase, type WatchState } from './state.ts'

/** Minimum wait before a retry while the server is unreachable. */
const retryMsMin = 30_000

/** Whether polling is paused until the user resumes it. */
export function isResting({ phase }: WatchState): boolean {
  return phase.kind === 'paused' || phase.kind === 'cap reached'
}

/** The time at which the market of a ticker opens, if it is closed. */
function restsUntil({ market, closedUntil }: WatchState, ticker: string, now: number) {
  if (!isUsListing(ticker)) return later(closedUntil.get(ticker), now)
  const isOpen = !market || (market.isOpen && now < market.nextClose)
  return isOpen ? undefined : later(market.nextOpen, now)
}

function later(time: number | undefined, now: number): number | undefined {
  return time !== undefined && time > now ? time : undefined
}

/** The tickers that a poll queries: those whose market is open, or all if none is. */
export function polledTickers(state: WatchState, now: number): readonly string[] {
  const { tickers, quotes, evenClosed } = state
  const trading = tickers.filter(
    (ticker) => !quotes.has(ticker) || restsUntil(state, ticker, now) === undefined,
  )
  return evenClosed || trading.length === 0 ? tickers : trading
}

/** The phase after a poll: the next one is due after the interval, or when a market opens. */
export function nextPhase(state: WatchState, now: number): Phase {
  const closed = state.tickers.flatMap((opens) => {
    const until = state.evenClosed ? undefined : restsUntil(state, opens, now)
    return until === undefined ? [] : [{ opens, until }]
  })
  if (closed.length < state.tickers.length) return { kind: 'waiting', until: now + state.everyMs }
  const first = closed.reduce((best, each) => (each.until < best.until ? each : best))
  return { kind: 'market closed', ...first }
}

/** The phase after a query between two polls. It keeps the wait for the next poll. */
export function afterAside(before: Phase, state: WatchState, ports: PollingPorts): Phase {
  return 'until' in before || before.kind === 'paused' ? before : nextPhase(state, ports.now())
}

/**
 * The phase after an error. An error that only the user can resolve ends the polling. Other errors
 * are retried.
 */
export function phaseAfter(error: FiqError, state: WatchState, { now }: PollingPorts): Phase {
  const { everyMs, phase } = state
  const { kind } = error
  if (error.code === 'OVER_BUDGET') return { kind: 'cap reached' }
  if (kind === 'network') {
    const since = phase.kind === 'no server' ? phase.since : now()
    return { kind: 'no server', since, until: now() + Math.max(retryMsMin, everyMs) }
  }
  if (kind === 'server' || kind === 'rate-limited' || kind === 'budget-busy')
    return { kind: 'waiting', until: now() + everyMs }
  return { kind: 'paused' }
}
