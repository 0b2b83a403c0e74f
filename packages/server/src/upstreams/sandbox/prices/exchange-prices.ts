import { newYorkIso, newYorkTime } from '../../../market-clock/new-york-time.ts'
import type { UpstreamRequest } from '../../transport.ts'
import type { Instrument } from '../market/instrument.ts'
import { instruments } from '../market/instruments.ts'
import type { PriceBook } from '../market/price-book.ts'
import { unknownAddress } from '../market/route.ts'

const krakenNames: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }

/** `/api/v3/ticker/24hr?symbols=["BTCUSDT"]` of Binance; numbers are text. */
export function binanceTickers(book: PriceBook, request: UpstreamRequest, now: number): string {
  const { pathname, searchParams } = request.url
  if (pathname !== '/api/v3/ticker/24hr') return unknownAddress(request)
  const pairs = (searchParams.get('symbols') ?? '').match(/[A-Z0-9]+(?=USDT)/g) ?? []
  const rows = pairs.flatMap((coin) => {
    const listed = instruments().get(`${coin}-USD`)
    if (!listed) return []
    const { price, previousClose, today } = book.quote(listed, now)
    return {
      symbol: `${coin}USDT`,
      lastPrice: String(price),
      prevClosePrice: String(previousClose),
      volume: String(today.volume),
      closeTime: now,
    }
  })
  return JSON.stringify(rows)
}

/**
 * `/0/public/Ticker?pair=XBTUSD,SOLUSD` of Kraken, which names the pairs differently in its answer.
 */
export function krakenTickers(book: PriceBook, request: UpstreamRequest, now: number): string {
  const { pathname, searchParams } = request.url
  if (pathname !== '/0/public/Ticker') return unknownAddress(request)
  const pairs = (searchParams.get('pair') ?? '').split(',')
  const coins = pairs.map((pair) => {
    const coin = pair.replace(/USD$/, '')
    return { pair, listed: instruments().get(`${krakenNames[coin] ?? coin}-USD`) }
  })
  if (coins.some(({ listed }) => listed === undefined))
    return JSON.stringify({ error: ['EQuery:Unknown asset pair'] })
  const rows = coins.map(({ pair, listed }) => {
    const { price, previousClose, today } = book.quote(listed as Instrument, now)
    const ticker = {
      c: [String(price), '1'],
      o: String(previousClose),
      v: [`${today.volume}`, '1'],
    }
    return [pair.replace(/^(XBT|XDG)USD$/, 'X$1ZUSD'), ticker]
  })
  return JSON.stringify({ error: [], result: Object.fromEntries(rows) })
}

/** `/api/global/delayed_quotes/quotes/AAPL.json` of Cboe; indices begin with `_`. */
export function cboeQuote(book: PriceBook, request: UpstreamRequest, now: number): string {
  const symbol = /\/quotes\/([^/]+)\.json$/.exec(request.url.pathname)?.[1] ?? ''
  const index = symbol === '_SPX' ? '^GSPC' : symbol.replace(/^_/, '^')
  const listed = instruments().get(index) ?? instruments().get(index.replaceAll('.', '-'))
  if (!listed || listed.kind === 'CRYPTOCURRENCY') return unknownAddress(request)
  const { price, previousClose, today } = book.quote(listed, now)
  return JSON.stringify({
    timestamp: new Date(now).toISOString().slice(0, 19).replace('T', ' '),
    data: {
      current_price: price,
      price_change: price - previousClose,
      prev_day_close: previousClose,
      open: today.open,
      high: today.high,
      low: today.low,
      volume: today.volume,
      last_trade_time: newYorkIso(newYorkTime(new Date(now))).slice(0, 19),
    },
    symbol,
  })
}
