import { isListed } from '../market/instruments.ts'
import { back, dayOf, times } from '../market/newest-first.ts'
import type { BookQuote, PriceBook } from '../market/price-book.ts'
import { hashText } from '../market/random.ts'
import { atPaths, type Route } from '../market/route.ts'
import { analystsOf, opinionsOn } from './analysts.ts'
import { nextOf } from './next-earnings.ts'

/** `/api/v1` of finnhub.io. For an unknown share it returns zeros, or an empty list. */
export function finnhub(book: PriceBook): Route {
  const quoteOf = (url: URL, now: number): BookQuote | undefined => {
    // Finnhub writes share classes with a point.
    const share = book.find((url.searchParams.get('symbol') ?? '').replace('.', '-'))
    return share && isListed(share) ? book.quote(share, now) : undefined
  }
  return atPaths({
    '/api/v1/quote': (url, now) => quoteRow(quoteOf(url, now)),
    '/api/v1/stock/recommendation': (url, now) => recommendations(quoteOf(url, now), now),
    '/api/v1/stock/price-target': (url, now) => priceTarget(quoteOf(url, now), now),
    '/api/v1/calendar/earnings': (url, now) => earningsCalendar(quoteOf(url, now), url, now),
    '/api/v1/company-news': (url, now) => companyNews(quoteOf(url, now), url, now),
  })
}

function quoteRow(quote: BookQuote | undefined): object {
  if (!quote) return { c: 0, d: null, dp: null, h: 0, l: 0, o: 0, pc: 0, t: 0 }
  const { price, previousClose, today, time } = quote
  const change = price - previousClose
  return {
    c: price,
    d: Number(change.toFixed(4)),
    dp: Number(((100 * change) / previousClose).toFixed(4)),
    h: today.high,
    l: today.low,
    o: today.open,
    pc: previousClose,
    t: Math.floor(time / 1_000),
  }
}

/** Four months, newest first. */
function recommendations(quote: BookQuote | undefined, now: number): readonly object[] {
  if (!quote) return []
  const today = new Date(now)
  const { symbol } = quote.instrument
  return times(4, (index) => {
    const month = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - index, 1)
    return { ...opinionsOn(quote).votes, period: dayOf(month), symbol }
  })
}

function priceTarget(quote: BookQuote | undefined, now: number): object {
  if (!quote) return { symbol: '', targetHigh: 0, targetLow: 0, targetMean: 0, targetMedian: 0 }
  const { votes, targets } = opinionsOn(quote)
  return {
    lastUpdated: `${dayOf(now)} 00:00:00`,
    numberAnalysts: analystsOf(votes),
    symbol: quote.instrument.symbol,
    targetHigh: targets.high,
    targetLow: targets.low,
    targetMean: targets.mean,
    targetMedian: targets.mean,
  }
}

/** Announcements of one share between the days `from` and `to`. */
function earningsCalendar(quote: BookQuote | undefined, { searchParams }: URL, now: number) {
  const next = quote && nextOf(quote.instrument, now)
  const isWithin = next && next.date <= (searchParams.get('to') ?? '9999')
  if (!isWithin) return { earningsCalendar: [] }
  const { date, estimate, quarter, year, isBeforeOpen } = next
  const row = {
    date,
    quarter,
    year,
    symbol: searchParams.get('symbol'),
    epsEstimate: Number(estimate),
    epsActual: null,
    hour: isBeforeOpen ? 'bmo' : 'amc',
    revenueEstimate: 1e9,
    revenueActual: null,
  }
  return { earningsCalendar: [row] }
}

/** One headline in two days, between the days `from` and `to`. */
function companyNews(quote: BookQuote | undefined, { searchParams }: URL, now: number) {
  if (!quote) return []
  const { symbol } = quote.instrument
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '9999']
  const items = times(100, (index) => ({ index, time: back(index, 2, now) }))
  return items
    .filter(({ time }) => from <= dayOf(time) && dayOf(time) <= to)
    .map(({ index, time }) => ({
      category: 'company',
      datetime: Math.floor(time / 1_000),
      headline: `Sandbox: invented story ${index + 1} on ${symbol}`,
      id: hashText(`${symbol}${index}`),
      image: '',
      related: symbol,
      source: 'news.example',
      summary: 'Invented.',
      url: `https://news.example/f/${symbol}/${index}`,
    }))
}
