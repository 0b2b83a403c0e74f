import type { Instrument } from '../market/instrument.ts'
import { isListed } from '../market/instruments.ts'
import { back, dayOf, iso, times } from '../market/newest-first.ts'
import type { PriceBook } from '../market/price-book.ts'
import { at, type Route } from '../market/route.ts'
import { nextEarnings } from './next-earnings.ts'

type SymbolRequest = { book: PriceBook; share: Instrument | undefined; url: URL; now: number }

/** `/query?function=…` of www.alphavantage.co, for a plan with current prices. */
export function alphaVantage(book: PriceBook): Route {
  return at('/query', (url, now) => {
    const known = book.find(url.searchParams.get('symbol') ?? url.searchParams.get('tickers') ?? '')
    const share = known && isListed(known) ? known : undefined
    const answer = functions[url.searchParams.get('function') ?? ''] ?? refusal
    return answer({ book, share, url, now })
  })
}

/** Every refusal has status 200. */
const refusal = () => ({
  'Error Message': 'Invalid API call. Please retry or visit the documentation.',
})

const functions: Readonly<Record<string, (request: SymbolRequest) => object | string>> = {
  EARNINGS_CALENDAR: earningsCalendar,
  GLOBAL_QUOTE: globalQuote,
  TIME_SERIES_DAILY: dailySeries,
  NEWS_SENTIMENT: newsSentiment,
}

/** Prices as text, in USD. */
const price = (value: number) => value.toFixed(4)

/** The quote of an unknown symbol is empty. */
function globalQuote({ book, share, now }: SymbolRequest): object {
  if (!share) return { 'Global Quote': {} }
  const quote = book.quote(share, now)
  const { today, previousClose } = quote
  const change = quote.price - previousClose
  return {
    'Global Quote': {
      '01. symbol': share.symbol,
      '02. open': price(today.open),
      '03. high': price(today.high),
      '04. low': price(today.low),
      '05. price': price(quote.price),
      '06. volume': String(today.volume),
      '07. latest trading day': dayOf(quote.session.open),
      '08. previous close': price(previousClose),
      '09. change': price(change),
      '10. change percent': `${price((100 * change) / previousClose)}%`,
    },
  }
}

/** A CSV table of all companies. Names with a comma are quoted. */
function earningsCalendar({ now }: SymbolRequest): string {
  const header = 'symbol,name,reportDate,fiscalDateEnding,estimate,currency,timeOfTheDay'
  const rows = nextEarnings(now).map((next) =>
    [
      next.symbol,
      `"${next.name.replaceAll('"', '""')}"`,
      ...[next.date, next.periodEnd, next.estimate, 'USD'],
      next.isBeforeOpen ? 'pre-market' : 'post-market',
    ].join(','),
  )
  return `${[header, ...rows].join('\r\n')}\r\n`
}

/** Newest first; `compact` is a hundred days. */
function dailySeries({ book, share, url, now }: SymbolRequest): object {
  if (!share) return refusal()
  const isFull = url.searchParams.get('outputsize') === 'full'
  const bars = book.daily(share, isFull ? 0 : book.sessionsBack(share, 100, now), now).reverse()
  const rows = bars.map(({ start, open, high, low, close, volume }) => [
    dayOf(start),
    {
      '1. open': price(open),
      '2. high': price(high),
      '3. low': price(low),
      '4. close': price(close),
      '5. volume': String(volume),
    },
  ])
  return {
    'Meta Data': {
      '1. Information': 'Daily Prices (open, high, low, close) and Volumes',
      '2. Symbol': share.symbol,
      '3. Last Refreshed': rows[0]?.[0],
      '4. Output Size': isFull ? 'Full size' : 'Compact',
      '5. Time Zone': 'US/Eastern',
    },
    'Time Series (Daily)': Object.fromEntries(rows),
  }
}

function newsSentiment({ share, url, now }: SymbolRequest): object {
  if (!share) return { Information: 'Invalid inputs. Please refer to the API documentation.' }
  const count = Math.min(20, Number(url.searchParams.get('limit') ?? 50))
  const feed = times(count, (index) => ({
    title: `Sandbox: invented piece ${index + 1} on ${share.symbol}`,
    url: `https://news.example/a/${share.symbol}/${index}`,
    time_published: iso(back(index, 1, now)).replace(/[-:]|\.\d+Z/g, ''),
    authors: ['I. N. Vented'],
    summary: 'Invented.',
    source: 'news.example',
    overall_sentiment_score: 0,
    overall_sentiment_label: 'Neutral',
  }))
  return { items: String(feed.length), feed }
}
