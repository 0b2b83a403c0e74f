import { newYorkIso, newYorkTime } from '../../../market-clock/new-york-time.ts'
import type { Instrument } from '../market/instrument.ts'
import { instruments, isListed } from '../market/instruments.ts'
import { dayOf, iso } from '../market/newest-first.ts'
import type { BookBar, PriceBook } from '../market/price-book.ts'
import { at, atPaths, type Route, unknownAddress } from '../market/route.ts'

/** A share by a symbol whose share class follows another mark. */
function shareOf(book: PriceBook, symbol: string | null, mark: string): Instrument | undefined {
  const share = book.find((symbol ?? '').replace(mark, '-'))
  return share && isListed(share) ? share : undefined
}

const unknownSymbol = { code: 404, message: '**symbol** is missing or invalid', status: 'error' }

/** `/quote` and `/time_series` of api.twelvedata.com; numbers are text, bars newest first. */
export function twelveData(book: PriceBook): Route {
  return atPaths({
    '/quote': (url, now) => {
      const share = shareOf(book, url.searchParams.get('symbol'), '.')
      if (!share) return unknownSymbol
      const { price, previousClose, today, time } = book.quote(share, now)
      return {
        symbol: url.searchParams.get('symbol'),
        name: share.name,
        exchange: share.exchange,
        currency: 'USD',
        open: String(today.open),
        high: String(today.high),
        low: String(today.low),
        close: String(price),
        volume: String(today.volume),
        previous_close: String(previousClose),
        last_quote_at: Math.floor(time / 1_000),
      }
    },
    '/time_series': (url, now) => {
      const share = shareOf(book, url.searchParams.get('symbol'), '.')
      if (!share) return unknownSymbol
      const width = url.searchParams.get('interval') ?? ''
      const minutes = width === '1h' ? 60 : Number(/^(\d+)min$/.exec(width)?.[1] ?? 0)
      const count = minutes > 0 ? 60 : 5_000
      const from = book.sessionsBack(share, count, now)
      const bars =
        minutes > 0 ? book.intraday(share, minutes, from, now) : book.daily(share, from, now)
      const values = bars
        .slice(-5_000)
        .reverse()
        .map((bar) => ({
          datetime: minutes > 0 ? wallTime(bar.start) : dayOf(bar.start),
          ...texts(bar),
        }))
      return { meta: { symbol: share.symbol, interval: width }, values, status: 'ok' }
    },
  })
}

function wallTime(ms: number): string {
  return newYorkIso(newYorkTime(new Date(ms)))
    .slice(0, 19)
    .replace('T', ' ')
}

function texts({ open, high, low, close, volume }: BookBar) {
  return {
    open: String(open),
    high: String(high),
    low: String(low),
    close: String(close),
    volume: String(volume),
  }
}

/** `/tiingo/daily/AAPL/prices` of api.tiingo.com, oldest first. */
export function tiingo(book: PriceBook): Route {
  return (request, now) => {
    const { pathname, searchParams } = request.url
    const share = shareOf(book, /^\/tiingo\/daily\/([^/]+)\/prices$/.exec(pathname)?.[1] ?? '', '-')
    if (!share) return unknownAddress(request)
    const from = Date.parse(searchParams.get('startDate') ?? dayOf(now))
    const paid = new Map(book.dividends(share, from, now).map((each) => [each.exOpen, each.amount]))
    const rows = book.daily(share, from, now).map(({ start, ...prices }) => {
      const actions = { divCash: paid.get(start) ?? 0, splitFactor: 1 }
      return { date: `${dayOf(start)}T00:00:00.000Z`, ...prices, ...actions }
    })
    return JSON.stringify(rows)
  }
}

/**
 * `/products/BTC-USD/ticker`, `/stats` and `/candles` of api.exchange.coinbase.com. Numbers are text
 * except in candles, which are newest first.
 */
export function coinbase(book: PriceBook): Route {
  return ({ url, ...request }, now) => {
    const [, symbol = '', part] =
      /^\/products\/([A-Z0-9]+-USD)\/(ticker|stats|candles)$/.exec(url.pathname) ?? []
    const coin = instruments().get(symbol)
    if (!coin) return unknownAddress({ url, ...request })
    if (part === 'candles') return JSON.stringify(candles(book, coin, url, now))
    const { price, previousClose, today } = book.quote(coin, now)
    const prices = part === 'ticker' ? { price: String(price) } : { open: String(previousClose) }
    return JSON.stringify({ ...prices, volume: String(today.volume), time: iso(now) })
  }
}

function candles(book: PriceBook, coin: Instrument, { searchParams }: URL, now: number) {
  const minutes = Number(searchParams.get('granularity')) / 60
  const [from = now, end = now] = ['start', 'end'].map((name) =>
    Date.parse(searchParams.get(name) ?? ''),
  )
  const until = Math.min(now, end)
  const bars =
    minutes === 1_440 ? book.daily(coin, from, until) : book.intraday(coin, minutes, from, until)
  return bars
    .filter(({ start }) => start >= from && start <= until)
    .map(({ start, low, high, open, close, volume }) => {
      return [start / 1_000, low, high, open, close, volume]
    })
    .reverse()
}

/** `/webservice/rest/events.json` of demo.dxfeed.com: trades or daily bars. Omits unknown shares. */
export function dxFeed(book: PriceBook): Route {
  return at('/webservice/rest/events.json', ({ searchParams }, now) => {
    const symbols = (searchParams.get('symbols') ?? '').split(',')
    const of = <event>(event: (share: Instrument, symbol: string) => event) =>
      Object.fromEntries(
        symbols.flatMap((symbol) => {
          const share = shareOf(book, symbol.replace('{=d}', ''), '/')
          return share ? [[symbol, event(share, symbol)]] : []
        }),
      )
    if (searchParams.get('events') === 'Candle') {
      const [, year, month, date] = /^(....)(..)(..)/.exec(searchParams.get('fromTime') ?? '') ?? []
      const from = Date.parse(`${year}-${month}-${date}`)
      const Candle = of((share, eventSymbol) =>
        book.daily(share, from, now).map(({ start, ...bar }) => {
          return { eventSymbol, time: Date.parse(dayOf(start)), ...bar, vwap: 'NaN' }
        }),
      )
      return { status: 'OK', Candle }
    }
    const Trade = of((share, eventSymbol) => {
      const { price, today, time } = book.quote(share, now)
      return { eventSymbol, time, price, dayVolume: today.volume }
    })
    return { status: 'OK', Trade }
  })
}
