import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { marketClock } from '../../market-clock/market-clock.ts'
import type { ConnectorContext } from '../../sources/connector.ts'
import { changeOf, emptyRow } from '../../sources/prices/quote-row.ts'
import {
  eachSymbol,
  piecesTraded,
  type QuoteSource,
  staleAfterDays,
} from '../../sources/prices/quote-source.ts'
import { yahooChart } from '../../sources/prices/yahoo-chart.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { isCoin, isShare } from '../../sources/symbols/share-symbol.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { instantText } from '../../upstreams/instant-text.ts'

/**
 * The price in the metadata of a chart. It needs no Yahoo session, and has no market
 * capitalisation.
 */
export const yahooLastPrices: QuoteSource = {
  upstream: yahooChart,
  symbolsMax: 20,
  covers: () => true,
  load: (symbols, context) => eachSymbol(symbols, (symbol) => loadOne(symbol, context)),
}

async function loadOne(symbol: string, context: ConnectorContext) {
  const url = new URL(
    `https://query2.finance.yahoo.com/v8/finance/chart/${encodeURIComponent(symbol)}?range=1d&interval=1d`,
  )
  const { body, answer } = await context.json(url, chartSchema)
  const { chart } = body
  if (chart.error?.code === 'Not Found')
    throw new FiqError('NOT_FOUND', `The symbol ${symbol} is unknown.`)
  const meta = chart.result?.[0]?.meta
  if (!meta) return refuse(url, 'neither a result nor an error')
  const price = meta.regularMarketPrice
  // In a longer chart this is the close before its first day.
  const isDay = meta.range == null || meta.range === '1d'
  const previousClose = isDay ? (meta.chartPreviousClose ?? null) : null
  const asOf = instantText(meta.regularMarketTime * 1_000)
  const marketState = stateOf(symbol, meta, context.now())
  const row = {
    ...emptyRow(symbol),
    price,
    previousClose,
    name: meta.longName ?? null,
    exchange: meta.fullExchangeName ?? null,
    dayLow: meta.regularMarketDayLow ?? null,
    dayHigh: meta.regularMarketDayHigh ?? null,
    low52w: meta.fiftyTwoWeekLow ?? null,
    high52w: meta.fiftyTwoWeekHigh ?? null,
    ...changeOf(price, previousClose),
    volume: piecesTraded(symbol, meta.regularMarketVolume, price),
    currency: meta.currency ?? null,
    asOf,
    marketState,
  }
  const limit = marketState === 'REGULAR' ? staleAfterDays.open : staleAfterDays.closed
  const stale = ageDays(asOf, context.now()) > limit
  return { row, provenance: provenanceOf(yahooChart, answer, { asOf, stale }) }
}

/**
 * The market state of the listing's own exchange, from the session times in the chart. For US
 * shares it is known without them.
 */
function stateOf(
  symbol: string,
  { currentTradingPeriod: periods }: z.output<typeof metaSchema>,
  now: Date,
): string | null {
  if (isCoin(symbol)) return 'REGULAR'
  if (isShare(symbol)) return marketClock(now).marketState
  if (!periods) return null
  const seconds = now.getTime() / 1_000
  const isIn = ({ start, end }: z.output<typeof periodSchema>) => start <= seconds && seconds < end
  if (isIn(periods.regular)) return 'REGULAR'
  if (isIn(periods.pre)) return 'PRE'
  return isIn(periods.post) ? 'POST' : 'CLOSED'
}

const periodSchema = z.object({ start: z.number(), end: z.number() })
const metaSchema = z.object({
  range: z.string().nullish(),
  currency: z.string().nullish(),
  longName: z.string().nullish(),
  fullExchangeName: z.string().nullish(),
  regularMarketDayLow: z.number().nullish(),
  regularMarketDayHigh: z.number().nullish(),
  fiftyTwoWeekLow: z.number().nullish(),
  fiftyTwoWeekHigh: z.number().nullish(),
  regularMarketPrice: z.number(),
  regularMarketTime: z.int().min(0).max(253_402_300_799),
  regularMarketVolume: z.number().nullish(),
  chartPreviousClose: z.number().nullable().optional(),
  currentTradingPeriod: z
    .object({ pre: periodSchema, regular: periodSchema, post: periodSchema })
    .nullish(),
})
const chartSchema = z.object({
  chart: z.object({
    result: z.array(z.object({ meta: metaSchema })).nullable(),
    error: z.object({ code: z.string() }).nullish(),
  }),
})
