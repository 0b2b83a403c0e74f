import { z } from 'zod'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { yahooQuote } from '../../sources/prices/yahoo-quotes.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { instantText } from '../../upstreams/instant-text.ts'
import { type ScreenRow, screenRow } from './screen-row.ts'
import { type Universe, universeMax, universes } from './universes.ts'

export const yahooScreener: Upstream = {
  ...yahooQuote,
  id: 'yahoo-screener',
  name: 'Yahoo Finance predefined screens',
  url: 'https://finance.yahoo.com/research-hub/screener',
}

const staleAfterDays = 4

/**
 * The names of a predefined screen, in its order.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadYahooScreen(
  universe: Universe,
  context: ConnectorContext,
): Promise<Sourced<readonly ScreenRow[]>> {
  const url = new URL('https://query1.finance.yahoo.com/v1/finance/screener/predefined/saved')
  url.searchParams.set('scrIds', universes[universe].screenId)
  url.searchParams.set('count', String(universeMax))
  const { body, answer } = await context.json(url, screenSchema)
  const [screen] = body.finance.result
  const quotes = screen.quotes.filter(({ quoteType }) => quoteType === 'EQUITY')
  const times = quotes.flatMap(({ regularMarketTime }) => regularMarketTime ?? [])
  const asOf = times.length === 0 ? answer.asOf : instantText(1_000 * Math.max(...times))
  const stale = ageDays(asOf, context.now()) > staleAfterDays
  return {
    value: quotes.slice(0, universeMax).map(rowOf),
    provenance: [provenanceOf(yahooScreener, answer, { asOf, stale })],
  }
}

const number = z.number().nullish()
const quoteSchema = z.object({
  symbol: z.string(),
  quoteType: z.string(),
  shortName: z.string().nullish(),
  longName: z.string().nullish(),
  fullExchangeName: z.string().nullish(),
  regularMarketPrice: number,
  regularMarketPreviousClose: number,
  regularMarketChangePercent: number,
  regularMarketVolume: number,
  regularMarketTime: z.int().min(0).max(253_402_300_799).nullish(),
  averageDailyVolume3Month: number,
  preMarketPrice: number,
  marketCap: number,
  marketState: z.string().nullish(),
})
const screenSchema = z.object({
  finance: z.object({ result: z.tuple([z.object({ quotes: usableRows(quoteSchema) })]) }),
})

function rowOf(quote: z.output<typeof quoteSchema>): ScreenRow {
  return screenRow({
    ticker: quote.symbol.toUpperCase(),
    name: quote.longName ?? quote.shortName ?? null,
    exchange: quote.fullExchangeName ?? null,
    price: quote.regularMarketPrice ?? null,
    previousClose: quote.regularMarketPreviousClose ?? null,
    changePercent: quote.regularMarketChangePercent ?? null,
    volume: quote.regularMarketVolume ?? null,
    averageDailyVolume3M: quote.averageDailyVolume3Month ?? null,
    preMarketPrice: quote.preMarketPrice ?? null,
    marketCap: quote.marketCap ?? null,
    marketState: quote.marketState ?? null,
  })
}
