import type { UpstreamRequest } from '../../transport.ts'
import { annualFigures } from '../filings/company-facts.ts'
import type { Instrument } from '../market/instrument.ts'
import { instruments, listedShares } from '../market/instruments.ts'
import { dayOf } from '../market/newest-first.ts'
import type { BookQuote, PriceBook } from '../market/price-book.ts'
import { hashText, mix, uniform } from '../market/random.ts'
import { unknownAddress } from '../market/route.ts'
import { extendedPrices, quoteRow } from './yahoo.ts'

const boards: Readonly<Record<string, string>> = { nasdaq: 'Nasdaq', nyse: 'NYSE', amex: 'none' }

/** Technology companies in the list. The others get a sector by a hash of their name. */
const technology = new Set(
  'NVDA AAPL MSFT AVGO AMD ASML INTC CSCO PLTR ORCL AMAT LRCX PANW DELL ARM TXN KLAC ANET IBM MRVL CRWD STX APH QCOM WDC NOW'.split(
    ' ',
  ),
)
/**
 * `/dynamic/SymDir/nasdaqtraded.txt`: all listed symbols, with a mark for funds; the last line has
 * its time.
 */
export function symbolDirectory(request: UpstreamRequest, now: number): string {
  if (request.url.pathname !== '/dynamic/SymDir/nasdaqtraded.txt') return unknownAddress(request)
  const header =
    'Nasdaq Traded|Symbol|Security Name|Listing Exchange|Market Category|ETF|Round Lot Size|Test Issue|Financial Status|CQS Symbol|NASDAQ Symbol|NextShares'
  const rows = listedShares().map((listed) => {
    const { name, kind, exchange } = listed
    const symbol = listed.symbol.replace('-', '.')
    const venue = { Nasdaq: 'Q', 'NYSE Arca': 'P' }[exchange as string] ?? 'N'
    const market = venue === 'Q' ? 'Q' : ' '
    const isFund = kind === 'ETF' ? 'Y' : 'N'
    return `Y|${symbol}|${name}|${venue}|${market}|${isFund}|100|N||${symbol}|${symbol}|N`
  })
  const [year, month, day] = dayOf(now).split('-')
  const made = `File Creation Time: ${month}${day}${year}06:00|||||||||||`
  return `${[header, ...rows, made].join('\r\n')}\r\n`
}

const sectors = ['Finance', 'Health Care', 'Industrials', 'Consumer Discretionary', 'Energy']

/**
 * `/api/screener/stocks?exchange=nasdaq&download=true`: numbers as text, share classes after a
 * slash.
 */
export function nasdaqTable(book: PriceBook, request: UpstreamRequest, now: number): string {
  const board = boards[request.url.searchParams.get('exchange') ?? '']
  if (request.url.pathname !== '/api/screener/stocks' || !board) return unknownAddress(request)
  const rows = equities()
    .filter(({ exchange }) => exchange === board)
    .map((instrument) => tableRow(book.quote(instrument, now)))
  return JSON.stringify({
    data: { asOf: null, headers: { symbol: 'Symbol', name: 'Name' }, rows },
    message: null,
    status: { rCode: 200, bCodeMessage: null, developerMessage: null },
  })
}

function tableRow({ instrument, price, previousClose, today }: BookQuote) {
  const { symbol, name, shares } = instrument
  const sector = technology.has(symbol) ? 'Technology' : sectors[hashText(name) % sectors.length]
  return {
    symbol: symbol.replace('-', '/'),
    name,
    lastsale: `$${price.toFixed(2)}`,
    netchange: (price - previousClose).toFixed(2),
    pctchange: `${((100 * (price - previousClose)) / previousClose).toFixed(3)}%`,
    volume: String(today.volume),
    marketCap: (price * shares).toFixed(2),
    country: 'United States',
    ipoyear: '',
    industry: '',
    sector,
    url: `/market-activity/stocks/${symbol.toLowerCase()}`,
  }
}

/** `/v1/finance/screener/predefined/saved?scrIds=day_gainers&count=250`. */
export function yahooScreen(book: PriceBook, request: UpstreamRequest, now: number): string {
  const { pathname, searchParams } = request.url
  const id = searchParams.get('scrIds') ?? ''
  const chosen = screens[id]
  if (pathname !== '/v1/finance/screener/predefined/saved' || !chosen)
    return unknownAddress(request)
  const quotes = equities().map((instrument) => book.quote(instrument, now))
  const listed = chosen(quotes).slice(0, Number(searchParams.get('count') ?? '25'))
  return JSON.stringify({
    finance: {
      result: [
        {
          id,
          title: id,
          canonicalName: id.toUpperCase(),
          start: 0,
          count: listed.length,
          total: listed.length,
          quotes: listed.map((quote) => ({
            ...quoteRow(quote),
            ...extendedPrices(quote, now),
          })),
        },
      ],
      error: null,
    },
  })
}

const percent = ({ price, previousClose }: BookQuote) => 100 * (price / previousClose - 1)
const volume = ({ today }: BookQuote) => today.volume
const activesMax = 100
/**
 * A share of all names, chosen by the name of the screen, because the sandbox has no growth
 * figures.
 */
const some = (screen: string, share: number) => (quotes: readonly BookQuote[]) =>
  quotes
    .filter(
      ({ instrument }) => uniform(mix(hashText(instrument.symbol), hashText(screen)), 1) < share,
    )
    .sort((a, b) => volume(b) - volume(a))

const screens: Readonly<Record<string, (quotes: readonly BookQuote[]) => BookQuote[]>> = {
  // By rank instead of a minimum volume, so that there are results in the first minutes of a
  // session.
  most_actives: (quotes) => quotes.toSorted((a, b) => volume(b) - volume(a)).slice(0, activesMax),
  day_gainers: (quotes) =>
    quotes.filter((quote) => percent(quote) > 3).sort((a, b) => percent(b) - percent(a)),
  day_losers: (quotes) =>
    quotes.filter((quote) => percent(quote) < -2.5).sort((a, b) => percent(a) - percent(b)),
  aggressive_small_caps: some('aggressive_small_caps', 0.4),
  growth_technology_stocks: (quotes) =>
    some(
      'growth_technology_stocks',
      0.6,
    )(quotes.filter(({ instrument }) => technology.has(instrument.symbol))),
  undervalued_large_caps: some('undervalued_large_caps', 0.15),
  undervalued_growth_stocks: some('undervalued_growth_stocks', 0.1),
  most_shorted_stocks: some('most_shorted_stocks', 0.3),
}

const frameYear =
  /^\/api\/xbrl\/frames\/(?:us-gaap|dei)\/(\w+)\/([\w-]+)\/CY(\d{4})(?:Q\dI?)?\.json$/

/** SEC `/api/xbrl/frames/us-gaap/EarningsPerShareDiluted/USD-per-shares/CY2025.json`. */
export function secFrame({ url }: UpstreamRequest, seed: number): string | undefined {
  const [, tag = '', unit = '', year = ''] = frameYear.exec(url.pathname) ?? []
  if (tag === '') return undefined
  const filers = new Map(equities().map((instrument) => [instrument.cik, instrument]))
  const data = [...filers.values()].map((instrument) => {
    const { revenue, earningsPerShare } = annualFigures(instrument, Number(year), seed)
    const perShare = Math.round(100 * earningsPerShare) / 100
    const val = unit === 'shares' ? instrument.shares : unit === 'USD' ? revenue : perShare
    return { accn: '', cik: instrument.cik, entityName: instrument.name, end: `${year}-12-31`, val }
  })
  return JSON.stringify({
    taxonomy: 'us-gaap',
    tag,
    ccp: `CY${year}`,
    uom: unit,
    pts: data.length,
    data,
  })
}

function equities(): Instrument[] {
  return [...instruments().values()].filter(({ kind }) => kind === 'EQUITY')
}
