import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { marketClock } from '../../market-clock/market-clock.ts'
import { cboeSymbol, cboeTime } from '../../sources/cboe/cboe-options.ts'
import type { ConnectorContext, Upstream } from '../../sources/connector.ts'
import { changeOf, emptyRow } from '../../sources/prices/quote-row.ts'
import { eachSymbol, type QuoteSource, staleAfterDays } from '../../sources/prices/quote-source.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { isIndex, shareSymbol } from '../../sources/symbols/share-symbol.ts'
import { tidy } from '../../sources/tidy.ts'

const cboeQuote: Upstream = {
  id: 'cboe-quote',
  name: 'Cboe delayed quotes',
  hosts: ['cdn-api.cboe.com'],
  url: 'https://www.cboe.com/delayed_quotes/',
  licence: { class: 'restricted', text: 'Cboe terms: redistribution needs an agreement' },
  delay: '15 minutes',
  timing: { delay: '15-minute', venue: 'consolidated' },
}

/** Prices of US shares and indices, one request each. */
export const cboeQuotes: QuoteSource = {
  upstream: cboeQuote,
  symbolsMax: 20,
  covers: (symbol) =>
    isIndex(symbol) ? !otherwiseScaled.has(symbol) : shareSymbol(symbol, '') !== undefined,
  load: (symbols, context) => eachSymbol(symbols, (symbol) => loadOne(symbol, context)),
}

/**
 * Indices that Cboe quotes at another scale, as the underlyings of its options: the Dow Jones at a
 * hundredth (`_DJX`), Treasury yields at ten times the percentage.
 */
const otherwiseScaled: ReadonlySet<string> = new Set(['^DJI', '^TNX', '^TYX', '^FVX', '^IRX'])

async function loadOne(symbol: string, context: ConnectorContext) {
  const url = new URL(
    `https://cdn-api.cboe.com/api/global/delayed_quotes/quotes/${cboeSymbol(symbol)}.json`,
  )
  const { body, answer } = await context.json(url, quoteSchema)
  const { data } = body
  const { current_price: price, price_change: change } = data
  if (price === 0) throw new FiqError('NOT_FOUND', `${symbol} has no price.`)
  // After the close `prev_day_close` is today's close, so compute the previous one from the change.
  const previousClose = change == null ? (data.prev_day_close ?? null) : tidy(price - change)
  // `timestamp` is the time Cboe wrote the file, minutes or hours after the trade.
  const asOf = data.last_trade_time ?? null
  const { isOpen, marketState } = marketClock(context.now())
  // The quotes are delayed by 15 minutes.
  const limit = isOpen ? 2 * staleAfterDays.open : staleAfterDays.closed
  const row = {
    ...emptyRow(symbol),
    price,
    previousClose,
    ...changeOf(price, previousClose),
    open: data.open ?? null,
    dayLow: data.low ?? null,
    dayHigh: data.high ?? null,
    // An index is not traded; Cboe writes 0.
    volume: isIndex(symbol) ? null : (data.volume ?? null),
    currency: 'USD',
    asOf,
    marketState,
  }
  const stale = ageDays(asOf, context.now()) > limit
  return { row, provenance: provenanceOf(cboeQuote, answer, { asOf, stale }) }
}

const quoteSchema = z.object({
  data: z.object({
    current_price: z.number(),
    price_change: z.number().nullish(),
    prev_day_close: z.number().nullish(),
    open: z.number().nullish(),
    low: z.number().nullish(),
    high: z.number().nullish(),
    volume: z.number().nullish(),
    last_trade_time: cboeTime.nullish(),
  }),
})
