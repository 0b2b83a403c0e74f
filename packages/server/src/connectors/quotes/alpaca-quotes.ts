import { z } from 'zod'
import { marketClock } from '../../market-clock/market-clock.ts'
import { newYorkDay } from '../../market-clock/new-york-time.ts'
import type { Upstream } from '../../sources/connector.ts'
import { alpaca, alpacaBar, alpacaSymbol } from '../../sources/prices/alpaca-bars.ts'
import { changeOf, emptyRow, type QuoteRow } from '../../sources/prices/quote-row.ts'
import { type QuoteSource, staleAfterDays } from '../../sources/prices/quote-source.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { hasPlainSpelling } from '../../sources/symbols/share-symbol.ts'
import { instantText } from '../../upstreams/instant-text.ts'

const alpacaQuote: Upstream = {
  ...alpaca,
  id: 'alpaca-quote',
  name: 'Alpaca delayed quotes',
  url: 'https://docs.alpaca.markets/reference/stocksnapshots-1',
  delay: '15 minutes',
  timing: { delay: '15-minute', venue: 'consolidated' },
}

/** Consolidated prices of US shares with 15 minutes delay, one request for all. */
export const alpacaQuotes: QuoteSource = {
  upstream: alpacaQuote,
  symbolsMax: 100,
  covers: hasPlainSpelling,
  async load(symbols, context) {
    const url = new URL('https://data.alpaca.markets/v2/stocks/snapshots')
    url.searchParams.set('symbols', symbols.map(alpacaSymbol).join(','))
    url.searchParams.set('feed', 'delayed_sip')
    const { body, answer } = await context.json(url, snapshotsSchema)
    const now = context.now()
    const { isOpen, marketState } = marketClock(now)
    const value = new Map<string, QuoteRow>()
    for (const symbol of symbols) {
      const row = rowOf(symbol, body[alpacaSymbol(symbol)] ?? {})
      if (row) value.set(symbol, { ...row, marketState })
    }
    const asOf = [...value.values()].map((row) => row.asOf ?? '').sort()[0] ?? answer.asOf
    const limit = isOpen ? 2 * staleAfterDays.open : staleAfterDays.closed
    const stale = ageDays(asOf, now) > limit
    return { value, provenance: [provenanceOf(alpacaQuote, answer, { asOf, stale })] }
  },
}

const snapshotSchema = z.object({
  latestTrade: z.object({ t: z.iso.datetime(), p: z.number() }).nullish(),
  dailyBar: alpacaBar.nullish(),
  prevDailyBar: alpacaBar.nullish(),
})
const snapshotsSchema = z.record(z.string(), snapshotSchema.nullable())

/**
 * A row from the last trade within a session, else from the close of the last daily bar. Before the
 * first trade of a session `dailyBar` is still that of the previous session.
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
  return {
    ...terms(symbol, dailyBar.c, prevDailyBar?.c ?? null),
    ...session(dailyBar),
    asOf: newYorkDay(dailyBar.t),
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
