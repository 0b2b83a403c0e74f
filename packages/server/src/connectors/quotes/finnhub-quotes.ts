import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { marketClock } from '../../market-clock/market-clock.ts'
import type { ConnectorContext, Upstream } from '../../sources/connector.ts'
import { changeOf, emptyRow } from '../../sources/prices/quote-row.ts'
import { eachSymbol, type QuoteSource, staleAfterDays } from '../../sources/prices/quote-source.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { hasPlainSpelling, shareSymbol } from '../../sources/symbols/share-symbol.ts'
import { instantText } from '../../upstreams/instant-text.ts'

const finnhubQuote: Upstream = {
  id: 'finnhub-quote',
  name: 'Finnhub quotes',
  hosts: ['finnhub.io'],
  url: 'https://finnhub.io/docs/api/quote',
  licence: { class: 'restricted', text: "Finnhub: as the operator's plan allows" },
  delay: 'real time',
  timing: { delay: 'real-time' },
  key: 'FINNHUB_API_KEY',
}

/** Prices of US shares, one request each. A free key allows 60 requests a minute. */
export const finnhubQuotes: QuoteSource = {
  upstream: finnhubQuote,
  symbolsMax: 30,
  covers: hasPlainSpelling,
  load: (symbols, context) => eachSymbol(symbols, (symbol) => loadOne(symbol, context)),
}

async function loadOne(symbol: string, context: ConnectorContext) {
  const url = new URL('https://finnhub.io/api/v1/quote')
  // Finnhub spells share classes with a point.
  url.searchParams.set('symbol', shareSymbol(symbol, '.') ?? symbol)
  const { body, answer } = await context.json(url, quoteSchema)
  const { c: price, t: seconds } = body
  const previousClose = body.pc || null
  // An unknown symbol has zeros in all fields.
  if (price === 0 || seconds === 0)
    throw new FiqError('NOT_FOUND', `The symbol ${symbol} is unknown.`)
  const asOf = instantText(seconds * 1_000)
  const { isOpen, marketState } = marketClock(context.now())
  const stale =
    ageDays(asOf, context.now()) > (isOpen ? staleAfterDays.open : staleAfterDays.closed)
  const row = {
    ...emptyRow(symbol),
    price,
    previousClose,
    ...changeOf(price, previousClose),
    open: body.o ?? null,
    dayLow: body.l ?? null,
    dayHigh: body.h ?? null,
    currency: 'USD',
    asOf,
    marketState,
  }
  return { row, provenance: provenanceOf(finnhubQuote, answer, { asOf, stale }) }
}

const quoteSchema = z.object({
  c: z.number(),
  pc: z.number().nullish(),
  o: z.number().nullish(),
  h: z.number().nullish(),
  l: z.number().nullish(),
  t: z.int().min(0).max(253_402_300_799),
})
