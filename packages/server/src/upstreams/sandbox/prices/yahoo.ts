import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { UpstreamRequest } from '../../transport.ts'
import type { Instrument } from '../market/instrument.ts'
import type { BookBar, BookDividend, BookQuote, PriceBook } from '../market/price-book.ts'
import { hashText, uniform } from '../market/random.ts'
import { dayMs } from '../market/sessions.ts'

/** Maximum symbols of a batch, as at the real address. */
const symbolsMax = 500

/**
 * `/v7/finance/quote?symbols=A,B`: one row for each known symbol. Caches rows for one tick of the
 * clock.
 */
export function yahooQuotes(
  book: PriceBook,
): (request: Pick<UpstreamRequest, 'url'>, now: number) => string {
  let second = 0
  const written = new Map<string, string>()
  const rowWithYear = (quote: BookQuote) => {
    const { low, high } = book.year(quote)
    const extended = extendedPrices(quote, second)
    return { ...quoteRow(quote), ...extended, fiftyTwoWeekLow: low, fiftyTwoWeekHigh: high }
  }
  const rowOf = (symbol: string) => {
    const cached = written.get(symbol)
    if (cached !== undefined) return cached
    const instrument = book.find(symbol)
    const row = instrument ? JSON.stringify(rowWithYear(book.quote(instrument, second))) : undefined
    // Only existing symbols are cached, so invented names take no memory.
    if (row !== undefined) written.set(symbol, row)
    return row
  }
  return ({ url }, now) => {
    if (now !== second) written.clear()
    second = now
    const symbols = (url.searchParams.get('symbols') ?? '').split(',').slice(0, symbolsMax)
    const rows = symbols
      .map((symbol) => rowOf(symbol.toUpperCase()))
      .filter((row) => row !== undefined)
    return `{"quoteResponse":{"result":[${rows.join(',')}],"error":null}}`
  }
}

/**
 * `/v8/finance/chart/SYMBOL?range=1y&interval=1d`, or `period1` and `period2` in seconds.
 *
 * @throws FiqError `NOT_FOUND` for an unknown symbol, or for intervals that are not available so
 * far back
 */
export function yahooChart(book: PriceBook, { url }: UpstreamRequest, now: number): string {
  const symbol = decodeURIComponent(url.pathname.split('/').pop() ?? '')
  const instrument = book.find(symbol)
  if (!instrument)
    throw new FiqError('NOT_FOUND', `No data found for ${symbol}, symbol may be delisted.`)
  const interval = url.searchParams.get('interval') ?? '1d'
  const quote = book.quote(instrument, now)
  const { from, to } = period(book, quote, url, now)
  const minutes = intradayMinutes[interval]
  if (minutes === undefined && interval !== '1d')
    throw new FiqError('NOT_FOUND', `The sandbox keeps no ${interval} bars.`)
  const daysBack = minutes === undefined ? Infinity : daysAvailable(minutes)
  if (from < now - daysBack * dayMs)
    throw new FiqError('NOT_FOUND', `${interval} bars reach back ${daysBack} days only.`)
  const bars =
    minutes === undefined
      ? book.daily(instrument, from, to)
      : book.intraday(instrument, minutes, from, to)
  const events = url.searchParams.has('events')
    ? eventsOf(book.dividends(instrument, from, to))
    : {}
  const result = { ...chartResult(quote, interval, bars), ...events }
  return JSON.stringify({ chart: { result: [result], error: null } })
}

const intradayMinutes: Readonly<Record<string, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '60m': 60,
}

function daysAvailable(minutes: number): number {
  if (minutes < 5) return 8
  return minutes < 60 ? 60 : 730
}

/** A row of quotes and screens. */
export function quoteRow(quote: BookQuote): object {
  const { instrument, price, previousClose, today, time, marketState } = quote
  const { symbol, name, kind, shares, exchange, volume } = instrument
  return {
    language: 'en-US',
    region: 'US',
    quoteType: kind === 'ABROAD' ? 'EQUITY' : kind,
    currency: instrument.currency ?? 'USD',
    marketState,
    shortName: name,
    longName: name,
    symbol,
    fullExchangeName: exchange,
    exchangeTimezoneName: zoneOf(instrument),
    gmtOffSetMilliseconds: zoneOffset(quote) * 1000,
    regularMarketPrice: price,
    regularMarketChange: price - previousClose,
    regularMarketChangePercent: (100 * (price - previousClose)) / previousClose,
    regularMarketTime: Math.floor(time / 1000),
    regularMarketDayHigh: today.high,
    regularMarketDayLow: today.low,
    regularMarketOpen: today.open,
    regularMarketPreviousClose: previousClose,
    regularMarketVolume: today.volume,
    averageDailyVolume3Month: volume,
    ...defined({
      marketCap: shares > 0 ? Math.round(price * shares) : undefined,
      sharesOutstanding: shares > 0 ? shares : undefined,
    }),
  }
}

/**
 * The price before or after the session, invented from the symbol and the day. As at the real
 * address, only US shares and funds have one, and not in the session.
 */
export function extendedPrices(quote: BookQuote, now: number): object {
  const { instrument, price, time, marketState, session } = quote
  const { kind, symbol, hours } = instrument
  const isUs = hours === undefined && (kind === 'EQUITY' || kind === 'ETF')
  if (!isUs || marketState === 'REGULAR' || now < session.close) return {}
  const move =
    (marketState === 'PRE' ? 0.12 : 0.02) *
    (uniform(hashText(symbol), Math.floor(time / dayMs)) - 0.5)
  const invented = Math.round(100 * price * (1 + move)) / 100
  const change = invented - price
  const when = marketState === 'PRE' ? 'pre' : 'post'
  const traded = when === 'pre' ? now : Math.min(now, session.close + postMs)
  return {
    [`${when}MarketPrice`]: invented,
    [`${when}MarketChange`]: change,
    [`${when}MarketChangePercent`]: (100 * change) / price,
    [`${when}MarketTime`]: Math.floor(traded / 1_000),
  }
}

/** Length of the session after the close. */
const postMs = 4 * 3_600_000

function eventsOf(paid: readonly BookDividend[]): object {
  if (paid.length === 0) return {}
  const dividends = paid.map(({ exOpen, amount }) => {
    const date = Math.floor(exOpen / 1_000)
    return [date, { amount, date }]
  })
  return { events: { dividends: Object.fromEntries(dividends) } }
}

function chartResult(quote: BookQuote, interval: string, bars: readonly BookBar[]): object {
  const { instrument, price, today, time } = quote
  return {
    meta: {
      currency: instrument.currency ?? 'USD',
      symbol: instrument.symbol,
      exchangeName: instrument.exchange,
      instrumentType: instrument.kind === 'ABROAD' ? 'EQUITY' : instrument.kind,
      regularMarketTime: Math.floor(time / 1000),
      gmtoffset: zoneOffset(quote),
      exchangeTimezoneName: zoneOf(instrument),
      regularMarketPrice: price,
      regularMarketVolume: today.volume,
      longName: instrument.name,
      dataGranularity: interval,
      validRanges: ['1d', '5d', '1mo', '3mo', '6mo', '1y', '2y', '5y', '10y', 'ytd', 'max'],
    },
    timestamp: bars.map(({ start }) => Math.floor(start / 1000)),
    indicators: {
      quote: [
        {
          open: bars.map(({ open }) => open),
          high: bars.map(({ high }) => high),
          low: bars.map(({ low }) => low),
          close: bars.map(({ close }) => close),
          volume: bars.map(({ volume }) => volume),
        },
      ],
    },
  }
}

function zoneOf({ kind, hours }: Instrument): string {
  if (kind === 'CRYPTOCURRENCY') return 'UTC'
  return hours?.zone ?? 'America/New_York'
}

/** Seconds east of UTC, derived from the session, which opens at a known time of the exchange. */
function zoneOffset({ instrument, session }: BookQuote): number {
  if (instrument.kind === 'CRYPTOCURRENCY') return 0
  const { open } = instrument.hours ?? { open: 9.5 * 60 }
  const offset = open * 60 - (session.open % dayMs) / 1000
  // Where the session opens before midnight UTC, the difference spans two days.
  return offset < -12 * 3_600 ? offset + dayMs / 1000 : offset
}

function period(
  book: PriceBook,
  { instrument }: BookQuote,
  { searchParams }: URL,
  now: number,
): { from: number; to: number } {
  const from = searchParams.get('period1')
  const to = searchParams.get('period2')
  if (from && to) return { from: Number(from) * 1000, to: Math.min(now, Number(to) * 1000) }
  const range = searchParams.get('range') ?? '1d'
  if (range === 'max') return { from: 0, to: now }
  if (range === '1d' || range === '5d')
    return { from: book.sessionsBack(instrument, range === '1d' ? 1 : 5, now), to: now }
  const start = new Date(now)
  const [, count = '0', unit] = /^(\d+)(mo|y)$/.exec(range) ?? []
  if (range === 'ytd') start.setUTCMonth(0, 1)
  else if (unit === 'y') start.setUTCFullYear(start.getUTCFullYear() - Number(count))
  else start.setUTCMonth(start.getUTCMonth() - Number(count))
  return { from: start.setUTCHours(0, 0, 0, 0), to: now }
}
