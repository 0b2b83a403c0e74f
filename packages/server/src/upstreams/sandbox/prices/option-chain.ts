import { FiqError } from '@fiq/shared/errors'
import { newYorkIso, newYorkTime } from '../../../market-clock/new-york-time.ts'
import type { UpstreamRequest } from '../../transport.ts'
import type { Instrument } from '../market/instrument.ts'
import { instruments, listedShares } from '../market/instruments.ts'
import { dayOf, times } from '../market/newest-first.ts'
import type { BookQuote, PriceBook } from '../market/price-book.ts'
import { hashText, mix, uniform } from '../market/random.ts'
import { dayMs } from '../market/sessions.ts'

const indexRoots: Readonly<Record<string, string>> = {
  _SPX: '^GSPC',
  _DJX: '^DJI',
  _NDX: '^NDX',
  _RUT: '^RUT',
  _VIX: '^VIX',
  _OEX: '^OEX',
}
const expirations = 6
const strikesEachSide = 10

/** Cboe `/api/global/delayed_quotes/options/AAPL.json`: the whole chain of a root. */
export function cboeChain(book: PriceBook, { url }: UpstreamRequest, now: number): string {
  const [, root = ''] = /\/delayed_quotes\/options\/([A-Z0-9_]+)\.json$/.exec(url.pathname) ?? []
  const instrument = underlyingOf(root)
  if (!instrument) throw new FiqError('NOT_FOUND', `There are no options on ${root}.`)
  const quote = book.quote(instrument, now)
  const options = fridays(now).flatMap((day) => optionsOf(quote, root.replace('_', ''), day, now))
  const { price, previousClose, today } = quote
  return JSON.stringify({
    timestamp: new Date(now).toISOString().slice(0, 19).replace('T', ' '),
    data: {
      symbol: root,
      current_price: price,
      price_change: price - previousClose,
      prev_day_close: previousClose,
      volume: today.volume,
      last_trade_time: newYorkIso(newYorkTime(new Date(now))).slice(0, 19),
      options,
    },
    symbol: root,
  })
}

/** Yahoo `/v7/finance/options/AAPL?date=1766707200`: one expiration, the nearest without `date`. */
export function yahooChain(book: PriceBook, { url }: UpstreamRequest, now: number): string {
  const symbol = decodeURIComponent(url.pathname.split('/').pop() ?? '')
  const index = Object.keys(indexRoots).find((root) => indexRoots[root] === symbol)
  const root = index ?? symbol.replaceAll('-', '')
  const instrument = underlyingOf(root)
  if (!instrument) return JSON.stringify({ optionChain: { result: [], error: null } })
  const quote = book.quote(instrument, now)
  const days = fridays(now)
  const expiration = Number(url.searchParams.get('date') ?? (days[0]! * dayMs) / 1_000)
  const day = days.find((each) => (each * dayMs) / 1_000 === expiration)
  const listed = day === undefined ? [] : optionsOf(quote, root.replace('_', ''), day, now)
  const side = (letter: string) =>
    listed.filter(({ option }) => option.at(-9) === letter).map(yahooContract)
  return JSON.stringify({
    optionChain: {
      result: [
        {
          underlyingSymbol: symbol,
          expirationDates: days.map((each) => (each * dayMs) / 1_000),
          quote: { regularMarketTime: Math.floor(now / 1_000), regularMarketPrice: quote.price },
          options: [{ expirationDate: expiration, calls: side('C'), puts: side('P') }],
        },
      ],
      error: null,
    },
  })
}

/**
 * Alpaca `/v1beta1/options/snapshots/AAPL`, in pages, and `/v2/options/contracts` of its other host
 * with the open interest as text.
 */
export function alpacaChain(book: PriceBook, { url }: UpstreamRequest, now: number): string {
  const [, path] = /^\/v1beta1\/options\/snapshots\/([A-Z0-9.]+)$/.exec(url.pathname) ?? []
  const symbol = path ?? url.searchParams.get('underlying_symbols') ?? ''
  const instrument = underlyingOf(symbol.replaceAll('.', ''))
  const day = url.searchParams.get('expiration_date') ?? url.searchParams.get('expiration_date_gte')
  const last =
    url.searchParams.get('expiration_date') ?? url.searchParams.get('expiration_date_lte')
  const days = fridays(now).filter((each) => {
    const expiration = dayOf(each * dayMs)
    return (day ?? '') <= expiration && expiration <= (last ?? '9999')
  })
  const listed = instrument
    ? days.flatMap((each) =>
        optionsOf(book.quote(instrument, now), symbol.replaceAll('.', ''), each, now),
      )
    : []
  const first = Number(url.searchParams.get('page_token') ?? '0')
  const pageSize = Number(url.searchParams.get('limit') ?? '100')
  const page = listed.slice(first, first + pageSize)
  const next_page_token = first + pageSize < listed.length ? String(first + pageSize) : null
  if (path === undefined) {
    const option_contracts = page.map(({ option, open_interest }) => ({
      symbol: option,
      open_interest: String(open_interest),
      open_interest_date: dayOf(now - dayMs),
    }))
    return JSON.stringify({ option_contracts, next_page_token })
  }
  const time = instrument ? book.quote(instrument, now).time : now
  const snapshots = page.map((each) => [each.option, alpacaSnapshot(each, time)])
  return JSON.stringify({ snapshots: Object.fromEntries(snapshots), next_page_token })
}

function alpacaSnapshot(listed: ReturnType<typeof contract>, time: number) {
  const t = new Date(time).toISOString()
  const { delta, gamma, theta, vega, rho } = listed
  return {
    dailyBar: { t, c: listed.last_trade_price, v: listed.volume },
    latestQuote: { t, bp: listed.bid, ap: listed.ask },
    latestTrade: { t, p: listed.last_trade_price },
    impliedVolatility: listed.iv,
    greeks: { delta, gamma, theta, vega, rho },
  }
}

function yahooContract(listed: ReturnType<typeof contract>) {
  return {
    contractSymbol: listed.option,
    strike: Number(listed.option.slice(-8)) / 1_000,
    currency: 'USD',
    contractSize: 'REGULAR',
    bid: listed.bid,
    ask: listed.ask,
    lastPrice: listed.last_trade_price,
    volume: listed.volume,
    openInterest: listed.open_interest,
    impliedVolatility: listed.iv,
  }
}

function underlyingOf(root: string): Instrument | undefined {
  const index = indexRoots[root]
  if (index !== undefined) return instruments().get(index)
  return listedShares().find(({ symbol }) => symbol.replaceAll('-', '') === root)
}

/** Expiration days: this week's Friday and later ones at growing intervals. */
function fridays(now: number): number[] {
  const today = Math.floor(now / dayMs)
  const ahead = (12 - new Date(now).getUTCDay()) % 7
  return times(expirations, (index) => today + ahead + 7 * 2 ** index - 7)
}

function optionsOf(quote: BookQuote, root: string, day: number, now: number) {
  const { instrument, price } = quote
  const step = strikeStep(price)
  const middle = Math.round(price / step) * step
  const date = dayOf(day * dayMs)
    .slice(2)
    .replaceAll('-', '')
  const years = Math.max(1, day - now / dayMs) / 365
  const volatility = instrument.volatility * Math.sqrt(252)
  return times(2 * strikesEachSide + 1, (index) => middle + (index - strikesEachSide) * step)
    .filter((strike) => strike > 0)
    .flatMap((strike) =>
      (['C', 'P'] as const).map((side) => {
        const symbol = `${root}${date}${side}${String(Math.round(strike * 1_000)).padStart(8, '0')}`
        return contract(symbol, side, { price, strike, years, volatility })
      }),
    )
}

type Terms = { price: number; strike: number; years: number; volatility: number }

/** Black-Scholes without interest, in the fields of Cboe. */
function contract(symbol: string, side: 'C' | 'P', { price, strike, years, volatility }: Terms) {
  const spread = volatility * Math.sqrt(years)
  const d1 = Math.log(price / strike) / spread + spread / 2
  const call = price * cumulative(d1) - strike * cumulative(d1 - spread)
  const theo = Math.max(0.01, side === 'C' ? call : call - price + strike)
  const inTheMoney = cumulative(side === 'C' ? d1 - spread : spread - d1)
  const density = Math.exp((-d1 * d1) / 2) / Math.sqrt(2 * Math.PI)
  const key = mix(hashText(symbol), 1)
  const cents = (value: number) => Math.round(100 * value) / 100
  const fine = (value: number) => Math.round(1e4 * value) / 1e4
  return {
    option: symbol,
    bid: cents(0.98 * theo),
    bid_size: 1 + Math.floor(50 * uniform(key, 1)),
    ask: cents(1.02 * theo + 0.01),
    ask_size: 1 + Math.floor(50 * uniform(key, 2)),
    iv: fine(volatility),
    open_interest: Math.floor(5_000 * uniform(key, 3)),
    volume: Math.floor(900 * uniform(key, 4)),
    delta: fine(side === 'C' ? cumulative(d1) : cumulative(d1) - 1),
    gamma: fine(density / (price * spread)),
    theta: fine((-price * density * volatility) / (2 * Math.sqrt(years)) / 365),
    vega: fine((price * density * Math.sqrt(years)) / 100),
    rho: fine((side === 'C' ? 0.01 : -0.01) * strike * years * inTheMoney),
    theo: cents(theo),
    last_trade_price: cents(theo),
    last_trade_time: null,
    prev_day_close: cents(theo),
    percent_change: 0,
  }
}

/** Normal distribution, to four digits (Abramowitz and Stegun 26.2.17). */
function cumulative(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series
  return x >= 0 ? 1 - tail : tail
}

function strikeStep(price: number): number {
  const step = 10 ** Math.floor(Math.log10(price)) / 20
  return Math.max(0.5, Math.round(step * 2) / 2)
}
