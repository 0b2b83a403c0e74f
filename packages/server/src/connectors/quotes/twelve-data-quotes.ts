import { z } from 'zod'
import { marketClock } from '../../market-clock/market-clock.ts'
import type { ConnectorContext, Upstream } from '../../sources/connector.ts'
import { changeOf, emptyRow } from '../../sources/prices/quote-row.ts'
import { eachSymbol, type QuoteSource, staleAfterDays } from '../../sources/prices/quote-source.ts'
import {
  numberText,
  problemSchema,
  refuseProblem,
  twelveData,
  twelveDataSymbol,
} from '../../sources/prices/twelve-data.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { hasPlainSpelling } from '../../sources/symbols/share-symbol.ts'
import { instantText } from '../../upstreams/instant-text.ts'

const twelveDataQuote: Upstream = {
  ...twelveData,
  id: 'twelve-data-quote',
  name: 'Twelve Data quotes',
  url: 'https://twelvedata.com/docs#quote',
  delay: 'real time',
  timing: { delay: 'real-time', venue: 'single' },
}

/** Prices of US shares, one request each. A free key allows eight a minute. */
export const twelveDataQuotes: QuoteSource = {
  upstream: twelveDataQuote,
  symbolsMax: 8,
  covers: hasPlainSpelling,
  load: (symbols, context) => eachSymbol(symbols, (symbol) => loadOne(symbol, context)),
}

async function loadOne(symbol: string, context: ConnectorContext) {
  const url = new URL('https://api.twelvedata.com/quote')
  url.searchParams.set('symbol', twelveDataSymbol(symbol))
  const { body, answer } = await context.json(url, z.union([quoteSchema, problemSchema]))
  if ('code' in body) return refuseProblem(url, symbol, body.code)
  const { close: price, previous_close: previousClose, last_quote_at: seconds } = body
  const asOf = instantText(seconds * 1_000)
  const { isOpen, marketState } = marketClock(context.now())
  const limit = isOpen ? staleAfterDays.open : staleAfterDays.closed
  const row = {
    ...emptyRow(symbol),
    price,
    previousClose,
    ...changeOf(price, previousClose),
    name: body.name ?? null,
    exchange: body.exchange ?? null,
    open: body.open ?? null,
    dayLow: body.low ?? null,
    dayHigh: body.high ?? null,
    currency: body.currency ?? 'USD',
    asOf,
    marketState,
  }
  const stale = ageDays(asOf, context.now()) > limit
  return { row, provenance: provenanceOf(twelveDataQuote, answer, { asOf, stale }) }
}

/** `volume` covers only some exchanges, so it is not read. */
const quoteSchema = z.object({
  name: z.string().nullish(),
  exchange: z.string().nullish(),
  open: numberText.nullish(),
  low: numberText.nullish(),
  high: numberText.nullish(),
  close: numberText,
  previous_close: numberText,
  last_quote_at: z.int().min(0).max(253_402_300_799),
  currency: z.string().length(3).optional(),
})
