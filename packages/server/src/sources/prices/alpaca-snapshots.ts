import type { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { marketClock } from '../../market-clock/market-clock.ts'
import { newYorkDay } from '../../market-clock/new-york-time.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { instantText } from '../../upstreams/instant-text.ts'
import type { Origin } from '../../upstreams/transport.ts'
import type { ConnectorContext } from '../connector.ts'
import { ageDays } from '../sourced.ts'
import { usableMembers } from '../usable-rows.ts'
import { alpacaBar, alpacaSymbol } from './alpaca-bars.ts'
import { changeOf, emptyRow, extendedOf, type QuoteRow } from './quote-row.ts'
import { staleAfterDays, unreadable } from './quote-source.ts'

/** Quotes by symbol, without unknown symbols. */
export type AlpacaSnapshots = {
  value: ReadonlyMap<string, AlpacaQuote>
  answer: Origin
  /** Time of the oldest price, ISO 8601. */
  asOf: string | null
  stale: boolean
  /** Symbols whose snapshot could not be read, each with its error. */
  missed: ReadonlyMap<string, FiqError>
}

/** A quote, and the last price before the session of the day. */
export type AlpacaQuote = QuoteRow & { preMarketPrice: number | null }

/**
 * Consolidated prices of US shares with a delay of 15 minutes, in one request.
 *
 * @param symbols that `hasPlainSpelling`, at most 1,000
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadAlpacaSnapshots(
  symbols: readonly string[],
  context: ConnectorContext,
  options: { bulk?: boolean } = {},
): Promise<AlpacaSnapshots> {
  const url = new URL('https://data.alpaca.markets/v2/stocks/snapshots')
  url.searchParams.set('symbols', symbols.map(alpacaSymbol).join(','))
  url.searchParams.set('feed', 'delayed_sip')
  const { body, answer } = await context.json(url, snapshotsSchema, options)
  const now = context.now()
  const { isOpen, marketState } = marketClock(now)
  // The schema of a snapshot accepts any object, for example an error with status 200.
  const requested = new Set(symbols.map(alpacaSymbol))
  const foreign = Object.keys(body).find((symbol) => !requested.has(symbol))
  if (foreign !== undefined) refuse(url, 'snapshots of symbols that were not requested')
  const value = new Map<string, AlpacaQuote>()
  for (const symbol of symbols) {
    const snapshot = body[alpacaSymbol(symbol)] ?? {}
    const row = rowOf(symbol, snapshot)
    const preMarketPrice = marketState === 'PRE' ? lastOf(snapshot, now) : null
    if (row) value.set(symbol, { ...row, marketState, preMarketPrice })
  }
  const asOf = [...value.values()].map((row) => row.asOf ?? '').sort()[0] ?? answer.asOf
  const limit = isOpen ? 2 * staleAfterDays.open : staleAfterDays.closed
  const missed = unreadable(symbols, value, body, url)
  return { value, answer, asOf, stale: ageDays(asOf, now) > limit, missed }
}

/** The last trade, if it is of today. */
function lastOf({ latestTrade }: z.output<typeof snapshotSchema>, now: Date): number | null {
  const isToday = latestTrade && newYorkDay(latestTrade.t) === newYorkDay(now.toISOString())
  return isToday ? latestTrade.p : null
}

const snapshotSchema = z.object({
  latestTrade: z.object({ t: z.iso.datetime(), p: z.number() }).nullish(),
  dailyBar: alpacaBar.nullish(),
  prevDailyBar: alpacaBar.nullish(),
})
const snapshotsSchema = usableMembers(snapshotSchema.nullable())

/**
 * A row from the last trade within a session, else from the close of the last daily bar, beside a
 * later trade. Before the first trade of a session `dailyBar` is still that of the previous session.
 */
function rowOf(
  symbol: string,
  { latestTrade, dailyBar, prevDailyBar }: z.output<typeof snapshotSchema>,
): QuoteRow | undefined {
  const isRegular = latestTrade != null && marketClock(new Date(latestTrade.t)).isOpen
  if (isRegular && dailyBar) {
    const isToday = newYorkDay(dailyBar.t) === newYorkDay(latestTrade.t)
    const previousClose = (isToday ? prevDailyBar?.c : dailyBar.c) ?? null
    return {
      ...terms(symbol, latestTrade.p, previousClose),
      ...(isToday ? session(dailyBar) : {}),
      asOf: instantText(Date.parse(latestTrade.t)),
    }
  }
  if (!dailyBar) return undefined
  const last = { price: dailyBar.c, asOf: newYorkDay(dailyBar.t) }
  const tradedAt = latestTrade ? instantText(Date.parse(latestTrade.t)) : null
  return {
    ...terms(symbol, dailyBar.c, prevDailyBar?.c ?? null),
    ...session(dailyBar),
    asOf: last.asOf,
    ...extendedOf(last, latestTrade?.p, tradedAt),
  }
}

/** Converts a daily bar to the session figures of a quote. */
function session({ o, h, l, v }: z.output<typeof alpacaBar>) {
  return { open: o, dayHigh: h, dayLow: l, volume: v }
}

function terms(symbol: string, price: number, previousClose: number | null): QuoteRow {
  return {
    ...emptyRow(symbol),
    price,
    previousClose,
    ...changeOf(price, previousClose),
    currency: 'USD',
  }
}
