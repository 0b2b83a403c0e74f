import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Upstream } from '../../sources/connector.ts'
import { changeOf, emptyRow } from '../../sources/prices/quote-row.ts'
import { eachSymbol, type QuoteSource, staleAfterDays } from '../../sources/prices/quote-source.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { isShare } from '../../sources/symbols/share-symbol.ts'
import { refuseAsLimited } from '../../upstreams/checked-answer.ts'

const alphaVantageQuote: Upstream = {
  id: 'alpha-vantage-quote',
  name: 'Alpha Vantage quotes',
  hosts: ['www.alphavantage.co'],
  url: 'https://www.alphavantage.co/documentation/#latestprice',
  licence: { class: 'restricted', text: "Alpha Vantage: as the operator's plan allows" },
  delay: 'end of day on a free plan',
  timing: { delay: 'end-of-day', venue: 'consolidated' },
  key: 'ALPHAVANTAGE_API_KEY',
}

/** Prices of shares, one request each. A free key allows 25 requests a day. */
export const alphaVantageQuotes: QuoteSource = {
  upstream: alphaVantageQuote,
  symbolsMax: 5,
  covers: isShare,
  load: (symbols, context) => eachSymbol(symbols, (symbol) => loadOne(symbol, context)),
}

async function loadOne(symbol: string, context: ConnectorContext) {
  const url = new URL('https://www.alphavantage.co/query?function=GLOBAL_QUOTE')
  url.searchParams.set('symbol', symbol)
  const { body, answer } = await context.json(
    url,
    z.union([quoteSchema, emptySchema, noticeSchema]),
  )
  if ('notice' in body) refuseAsLimited(url)
  if (!('price' in body)) throw new FiqError('NOT_FOUND', `The symbol ${symbol} is unknown.`)
  const { price, previousClose, open, dayLow, dayHigh, volume, day } = body
  const stale = ageDays(day, context.now()) > staleAfterDays.closed + 1
  const row = {
    ...emptyRow(symbol),
    price,
    previousClose,
    ...changeOf(price, previousClose),
    open,
    dayLow,
    dayHigh,
    volume,
    asOf: day,
  }
  return { row, provenance: provenanceOf(alphaVantageQuote, answer, { asOf: day, stale }) }
}

const number = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?$/)
  .transform(Number)
const quoteSchema = z
  .object({
    'Global Quote': z.object({
      '02. open': number.optional(),
      '03. high': number.optional(),
      '04. low': number.optional(),
      '05. price': number,
      '06. volume': number,
      '07. latest trading day': z.iso.date(),
      '08. previous close': number,
    }),
  })
  .transform(({ 'Global Quote': quote }) => ({
    price: quote['05. price'],
    open: quote['02. open'] ?? null,
    dayLow: quote['04. low'] ?? null,
    dayHigh: quote['03. high'] ?? null,
    volume: quote['06. volume'],
    day: quote['07. latest trading day'],
    previousClose: quote['08. previous close'],
  }))
/** An empty quote, for an unknown symbol. A used-up quota is a notice. Both have status 200. */
const emptySchema = z.object({ 'Global Quote': z.strictObject({}) })
const noticeSchema = z
  .union([z.object({ Information: z.string() }), z.object({ Note: z.string() })])
  .transform(() => ({ notice: true }))
