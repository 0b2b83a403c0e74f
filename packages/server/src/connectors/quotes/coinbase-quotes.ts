import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Upstream } from '../../sources/connector.ts'
import { changeOf, emptyRow } from '../../sources/prices/quote-row.ts'
import { eachSymbol, type QuoteSource, staleAfterDays } from '../../sources/prices/quote-source.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { instantText } from '../../upstreams/instant-text.ts'

const coinbase: Upstream = {
  id: 'coinbase',
  name: 'Coinbase Exchange',
  hosts: ['api.exchange.coinbase.com'],
  url: 'https://docs.cdp.coinbase.com/exchange/docs/welcome',
  licence: { class: 'restricted', text: 'Coinbase terms, to be reviewed' },
  delay: 'real time',
  timing: { delay: 'real-time', venue: 'single' },
  isLiveOnly: true,
}

/** Coins that the exchange trades against US dollars. */
const coins = new Set(
  'BTC ETH SOL XRP DOGE ADA AVAX LINK SHIB DOT BCH LTC XLM UNI ATOM ETC NEAR APT ARB OP FIL ICP AAVE ALGO XTZ HBAR'
    .split(' ')
    .map((coin) => `${coin}-USD`),
)

/** Prices of coins in USD, two requests each: the last trade, and the price 24 hours ago. */
export const coinbaseQuotes: QuoteSource = {
  upstream: coinbase,
  symbolsMax: 5,
  covers: (symbol) => coins.has(symbol),
  load: (symbols, context) => eachSymbol(symbols, (symbol) => loadOne(symbol, context)),
}

async function loadOne(symbol: string, context: ConnectorContext) {
  const product = `https://api.exchange.coinbase.com/products/${symbol}`
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
