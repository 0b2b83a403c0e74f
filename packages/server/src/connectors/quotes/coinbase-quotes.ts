import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext } from '../../sources/connector.ts'
import { coinbase, coinbaseCoins, coinbaseProduct } from '../../sources/prices/coinbase-bars.ts'
import { changeOf, emptyRow } from '../../sources/prices/quote-row.ts'
import { eachSymbol, type QuoteSource, staleAfterDays } from '../../sources/prices/quote-source.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { instantText } from '../../upstreams/instant-text.ts'

/** Prices of coins in USD, two requests each: the last trade, and the price 24 hours ago. */
export const coinbaseQuotes: QuoteSource = {
  upstream: coinbase,
  symbolsMax: 5,
  covers: (symbol) => coinbaseCoins.has(symbol),
  load: (symbols, context) => eachSymbol(symbols, (symbol) => loadOne(symbol, context)),
}

async function loadOne(symbol: string, context: ConnectorContext) {
  const product = coinbaseProduct(symbol)
  const ticker = await context.json(new URL(`${product}/ticker`), tickerSchema)
  const { price, time } = ticker.body
  if (price === 0) throw new FiqError('NOT_FOUND', `${symbol} has no price.`)
  // `volume` covers only this exchange, so quotes do not state it.
  const stats = await context.json(new URL(`${product}/stats`), statsSchema)
  const asOf = instantText(Date.parse(time))
  const previousClose = stats.body.open
  const row = {
    ...emptyRow(symbol),
    price,
    previousClose,
    ...changeOf(price, previousClose),
    currency: 'USD',
    asOf,
    marketState: 'REGULAR',
  }
  const stale = ageDays(asOf, context.now()) > staleAfterDays.open
  return { row, provenance: provenanceOf(coinbase, ticker.answer, { asOf, stale }) }
}

/** The exchange writes numbers as text. */
const number = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .transform(Number)
const tickerSchema = z.object({ price: number, time: z.iso.datetime() })
const statsSchema = z.object({ open: number })
