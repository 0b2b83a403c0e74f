import { z } from 'zod'
import { instantText } from '../../upstreams/instant-text.ts'
import type { ConnectorContext, Upstream } from '../connector.ts'
import { ageDays, provenanceOf } from '../sourced.ts'
import { usableRows } from '../usable-rows.ts'
import { changeOf, extendedOf, type QuoteRow } from './quote-row.ts'
import {
  piecesTraded,
  type QuoteSource,
  type QuotesBySymbol,
  staleAfterDays,
  unreadable,
} from './quote-source.ts'

export const yahooQuote: Upstream = {
  id: 'yahoo-quote',
  name: 'Yahoo Finance quotes',
  hosts: ['query1.finance.yahoo.com', 'fc.yahoo.com'],
  url: 'https://finance.yahoo.com',
  licence: { class: 'restricted', text: 'Yahoo terms: no redistribution without an agreement' },
  delay: 'up to 15 minutes',
  timing: { delay: '15-minute', venue: 'consolidated' },
}

/** Prices of all kinds of symbols, one request for all. */
export const yahooQuotes: QuoteSource = {
  upstream: yahooQuote,
  symbolsMax: 100,
  covers: () => true,
  load: loadYahooQuotes,
}

/**
 * Quotes by symbol, one request for all. Unknown symbols are absent.
 *
 * @param symbols in Yahoo's spelling, 1 to 100
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadYahooQuotes(
  symbols: readonly string[],
  context: ConnectorContext,
): Promise<QuotesBySymbol> {
  const url = new URL('https://query1.finance.yahoo.com/v7/finance/quote')
  url.searchParams.set('symbols', symbols.join(','))
  const { body, answer } = await context.json(url, quotesSchema)
  const { quoteResponse } = body
  const rows = quoteResponse.result.map(rowOf)
  const oldest = quoteResponse.result
    .map((row) => isoTime(row.regularMarketTime))
    .reduce<string | null>((a, b) => (a === null || (b !== null && b < a) ? b : a), null)
  const stale = quoteResponse.result.some((row) => {
    const limit = row.marketState === 'REGULAR' ? staleAfterDays.open : staleAfterDays.closed
    return ageDays(isoTime(row.regularMarketTime), context.now()) > limit
  })
  // Delay in minutes for each exchange; 0 is real time.
  const isLate = quoteResponse.result.some(
    ({ exchangeDataDelayedBy }) => exchangeDataDelayedBy !== 0,
  )
  const delay = isLate ? '15-minute' : 'real-time'
  const value = new Map(rows.map((row) => [row.ticker, row]))
  return {
    value,
    missed: unreadable(symbols, value, quoteResponse.result, url),
    provenance: [provenanceOf(yahooQuote, answer, { asOf: oldest ?? answer.asOf, stale, delay })],
  }
}

const number = z.number().nullish()
const quoteSchema = z.object({
  symbol: z.string(),
  shortName: z.string().nullish(),
  longName: z.string().nullish(),
  fullExchangeName: z.string().nullish(),
  currency: z.string().nullish(),
  marketState: z.string().nullish(),
  marketCap: number,
  regularMarketPrice: number,
  regularMarketPreviousClose: number,
  regularMarketOpen: number,
  regularMarketDayLow: number,
  regularMarketDayHigh: number,
  fiftyTwoWeekLow: number,
  fiftyTwoWeekHigh: number,
  regularMarketVolume: number,
  regularMarketTime: number,
  preMarketPrice: number,
  preMarketTime: number,
  postMarketPrice: number,
  postMarketTime: number,
  exchangeDataDelayedBy: number,
})
const quotesSchema = z.object({
  quoteResponse: z.object({ result: usableRows(quoteSchema), error: z.null().optional() }),
})

function rowOf(row: z.output<typeof quoteSchema>): QuoteRow {
  const price = row.regularMarketPrice ?? null
  const previousClose = row.regularMarketPreviousClose ?? null
  const asOf = isoTime(row.regularMarketTime)
  const change =
    price === null ? { change: null, changePercent: null } : changeOf(price, previousClose)
  return {
    ticker: row.symbol.toUpperCase(),
    name: row.longName ?? row.shortName ?? null,
    exchange: row.fullExchangeName ?? null,
    price,
    ...change,
    volume: piecesTraded(row.symbol.toUpperCase(), row.regularMarketVolume, price),
    marketCap: row.marketCap ?? null,
    previousClose,
    open: row.regularMarketOpen ?? null,
    dayLow: row.regularMarketDayLow ?? null,
    dayHigh: row.regularMarketDayHigh ?? null,
    low52w: row.fiftyTwoWeekLow ?? null,
    high52w: row.fiftyTwoWeekHigh ?? null,
    currency: row.currency ?? null,
    asOf,
    marketState: row.marketState ?? null,
    ...extended(row, { price, asOf }),
  }
}

/** Before the open, Yahoo states both the price of the morning and that of the evening before. */
function extended(row: z.output<typeof quoteSchema>, last: Pick<QuoteRow, 'price' | 'asOf'>) {
  const before = extendedOf(last, row.preMarketPrice, isoTime(row.preMarketTime))
  const after = extendedOf(last, row.postMarketPrice, isoTime(row.postMarketTime))
  return (before.extendedAsOf ?? '') > (after.extendedAsOf ?? '') ? before : after
}

function isoTime(seconds: number | null | undefined): string | null {
  // ISO 8601 dates end with the year 9999.
  if (seconds == null || !(seconds > 0 && seconds < 253_402_300_800)) return null
  return instantText(seconds * 1_000)
}
