import { z } from 'zod'
import type { Upstream } from '../../sources/connector.ts'
import { changeOf, emptyRow, type QuoteRow } from '../../sources/prices/quote-row.ts'
import { type QuoteSource, staleAfterDays, unreadable } from '../../sources/prices/quote-source.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { usableMembers, usableRows } from '../../sources/usable-rows.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { instantText } from '../../upstreams/instant-text.ts'

const licence = {
  class: 'restricted',
  text: 'Terms of the exchange, to be reviewed',
} as const

const binance: Upstream = {
  id: 'binance',
  name: 'Binance market data',
  hosts: ['data-api.binance.vision'],
  url: 'https://www.binance.com',
  licence,
  delay: 'real time',
  timing: { delay: 'real-time', venue: 'single' },
}

const kraken: Upstream = {
  id: 'kraken',
  name: 'Kraken market data',
  hosts: ['api.kraken.com'],
  url: 'https://www.kraken.com',
  licence,
  delay: 'real time',
  timing: { delay: 'real-time', venue: 'single' },
}

/** Coins listed on both exchanges. An unlisted coin fails the whole request. */
const coins = new Set(
  'BTC ETH SOL XRP DOGE ADA TRX AVAX LINK SHIB DOT BCH LTC XLM UNI ATOM ETC NEAR APT ARB FIL AAVE ALGO XTZ'
    .split(' ')
    .map((coin) => `${coin}-USD`),
)
const covers = (symbol: string) => coins.has(symbol)
const coinOf = (symbol: string) => symbol.slice(0, -'-USD'.length)

/**
 * Prices in Tether, Binance's quote currency. The previous close is the price 24 hours ago. Without
 * volume, because an exchange counts only its own.
 */
export const binanceQuotes: QuoteSource = {
  upstream: binance,
  symbolsMax: 100,
  covers,
  async load(symbols, context) {
    const url = new URL('https://data-api.binance.vision/api/v3/ticker/24hr')
    const pairs = symbols.map((symbol) => `${coinOf(symbol)}USDT`)
    url.searchParams.set('symbols', JSON.stringify(pairs))
    const { body, answer } = await context.json(url, usableRows(binanceTicker))
    const byPair = new Map(body.map((ticker) => [ticker.symbol, ticker]))
    const value = new Map<string, QuoteRow>()
    for (const [index, symbol] of symbols.entries()) {
      const ticker = byPair.get(pairs[index]!)
      if (!ticker) continue
      const { lastPrice: price, prevClosePrice: previousClose, closeTime } = ticker
      const asOf = instantText(closeTime)
      value.set(symbol, rowOf(symbol, { price, previousClose, asOf, currency: 'USDT' }))
    }
    const asOf = [...value.values()].map((row) => row.asOf ?? '').sort()[0] ?? answer.asOf
    const stale = ageDays(asOf, context.now()) > staleAfterDays.open
    const missed = unreadable(symbols, value, body, url)
    return { value, provenance: [provenanceOf(binance, answer, { asOf, stale })], missed }
  },
}

/** Kraken's names of two coins. */
const krakenNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

/**
 * Prices in USD, without volume, like Binance's. The previous close is the day's opening price at
 * midnight UTC. Kraken states no time of the price.
 */
export const krakenQuotes: QuoteSource = {
  upstream: kraken,
  symbolsMax: 100,
  covers,
  async load(symbols, context) {
    const url = new URL('https://api.kraken.com/0/public/Ticker')
    const pairOf = (symbol: string) => `${krakenNames[coinOf(symbol)] ?? coinOf(symbol)}USD`
    url.searchParams.set('pair', symbols.map(pairOf).join(','))
    const { body, answer } = await context.json(url, krakenSchema)
    const { error, result } = body
    if (error.length > 0 || !result) refuse(url, `the error ${error[0]?.slice(0, 60) ?? 'none'}`)
    // Kraken names the requested XBTUSD as XXBTZUSD.
    const byPair = new Map(
      Object.entries(result).map(([pair, ticker]) => [
        pair.replace(/^X(\w{3,4})ZUSD$/, '$1USD'),
        ticker,
      ]),
    )
    const value = new Map<string, QuoteRow>()
    for (const symbol of symbols) {
      const ticker = byPair.get(pairOf(symbol))
      if (!ticker) continue
      const { c, o: previousClose } = ticker
      value.set(symbol, rowOf(symbol, { price: c[0], previousClose, asOf: null, currency: 'USD' }))
    }
    const stale = ageDays(answer.retrievedAt, context.now()) > staleAfterDays.open
    const missed = unreadable(symbols, value, result, url)
    return { value, provenance: [provenanceOf(kraken, answer, { asOf: null, stale })], missed }
  },
}

/** Exchanges write numbers as text. */
const number = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?$/)
  .transform(Number)
const binanceTicker = z.object({
  symbol: z.string(),
  lastPrice: number,
  prevClosePrice: number,
  closeTime: z.int().min(0).max(8.64e15),
})
const krakenSchema = z.object({
  error: z.array(z.string()),
  result: usableMembers(
    z.object({
      c: z.tuple([number], z.string()),
      o: number,
    }),
  ).optional(),
})

type Terms = {
  price: number
  previousClose: number
  asOf: string | null
  currency: string
}

function rowOf(symbol: string, { price, previousClose, ...rest }: Terms): QuoteRow {
  return {
    ...emptyRow(symbol),
    price,
    previousClose,
    ...changeOf(price, previousClose),
    ...rest,
    marketState: 'REGULAR',
  }
}
