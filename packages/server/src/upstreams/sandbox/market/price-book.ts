import type { MarketState } from '../../../market-clock/market-clock.ts'
import { type ExchangeHours, exchangeCalendar } from './exchange-hours.ts'
import type { Instrument } from './instrument.ts'
import { instruments } from './instruments.ts'
import { type PriceWalk, priceWalk, type WalkBar } from './price-walk.ts'
import { everyDay, type SessionList, sessionList, type TradingCalendar } from './sessions.ts'

/** The current quote of one instrument, from the random walk that also gives its bars. */
export type BookQuote = {
  instrument: Instrument
  /** Last price of a regular session. */
  price: number
  previousClose: number
  /** Bar of the last session up to now. */
  today: WalkBar
  /** Milliseconds since 1970 of the last trade in a regular session. */
  time: number
  marketState: MarketState
  /** The last session that has opened. */
  session: { open: number; close: number }
}

/** A bar with its start, Unix milliseconds. */
export type BookBar = WalkBar & { start: number }

/** Cash for one share, in the currency of the instrument. */
export type BookDividend = { exOpen: number; amount: number }

/**
 * Invented prices of all instruments. Instants are Unix milliseconds, prices in the currency of the
 * instrument.
 */
export type PriceBook = {
  find(symbol: string): Instrument | undefined
  quote(instrument: Instrument, now: number): BookQuote
  /** Lowest and highest price of the last 52 weeks. */
  year(quote: BookQuote): { low: number; high: number }
  /** Close of the last session up to a day, for reports of that day. */
  closeOn: CloseOn
  /** Daily bars that start from `from` on, up to now; the last may be incomplete. */
  daily(instrument: Instrument, from: number, now: number): BookBar[]
  intraday(instrument: Instrument, stepMinutes: number, from: number, now: number): BookBar[]
  /** Dividends with an ex-day that opened in [from, now]: one each quarter for shares and funds. */
  dividends(instrument: Instrument, from: number, now: number): BookDividend[]
  /** Opening instants of the last `count` sessions, for the ranges `1d` and `5d`. */
  sessionsBack(instrument: Instrument, count: number, now: number): number
}

/** @param day ISO 8601 */
export type CloseOn = (instrument: Instrument, day: string) => number

type Market = { calendar: TradingCalendar; list: SessionList }

const minuteMs = 60_000
const yearMs = 364 * 24 * 60 * minuteMs

/** Prices of all instruments of the sandbox, from one seed. */
export function priceBook(newYork: TradingCalendar, seed: number): PriceBook {
  const known = instruments()
  const walks = new Map<string, PriceWalk>()
  const markets = new Map<ExchangeHours | TradingCalendar, Market>()
  const marketOf = ({ kind, hours }: Instrument): Market => {
    const key = kind === 'CRYPTOCURRENCY' ? everyDay : (hours ?? newYork)
    let market = markets.get(key)
    if (!market) {
      const calendar = 'zone' in key ? exchangeCalendar(key) : key
      market = { calendar, list: sessionList(calendar) }
      markets.set(key, market)
    }
    return market
  }
  const listOf = (instrument: Instrument) => marketOf(instrument).list
  const walkOf = (instrument: Instrument) => {
    const walk = walks.get(instrument.symbol) ?? priceWalk(instrument, listOf(instrument), seed)
    walks.set(instrument.symbol, walk)
    return walk
  }
  return {
    find: (symbol) => known.get(symbol.toUpperCase()),
    quote: (instrument, now) => quote(instrument, walkOf(instrument), marketOf(instrument), now),
    year({ instrument, session, today }) {
      const list = listOf(instrument)
      const from = Math.max(0, list.lastOpened(session.open - yearMs))
      const { low, high } = walkOf(instrument).extremes(from, list.lastOpened(session.open) - 1)
      return { low: Math.min(low, today.low), high: Math.max(high, today.high) }
    },
    closeOn(instrument, day) {
      const index = listOf(instrument).lastOpened(Date.parse(`${day}T23:59:59Z`))
      return walkOf(instrument).closeOf(Math.max(0, index))
    },
    daily(instrument, from, now) {
      const list = listOf(instrument)
      const bars: BookBar[] = []
      // The bar of a session that opened on the day before starts later than the session.
      const first = Math.max(0, list.lastOpened(from - 1))
      for (let index = first; index <= list.lastOpened(now); index += 1) {
        const { open, close, start = open } = list.sessions[index]!
        const part = Math.min(1, (now - open) / (close - open))
        if (start >= from) bars.push({ start, ...walkOf(instrument).bar(index, 0, part) })
      }
      return bars
    },
    intraday: (instrument, stepMinutes, from, now) =>
      intraday(walkOf(instrument), listOf(instrument), stepMinutes * minuteMs, from, now),
    dividends: (instrument, from, now) => dividends(instrument, listOf(instrument), from, now),
    sessionsBack(instrument, count, now) {
      const list = listOf(instrument)
      return list.sessions[Math.max(0, list.lastOpened(now) - count + 1)]?.open ?? now
    },
  }
}

function quote(
  instrument: Instrument,
  walk: PriceWalk,
  { calendar, list }: Market,
  now: number,
): BookQuote {
  const index = Math.max(0, list.lastOpened(now))
  const session = list.sessions[index]!
  const part = Math.min(1, Math.max(0, (now - session.open) / (session.close - session.open)))
  return {
    instrument,
    price: walk.priceAt(index, part),
    previousClose: walk.closeOf(Math.max(0, index - 1)),
    today: walk.bar(index, 0, part),
    time: Math.min(now, session.close),
    marketState: calendar.marketState(now),
    session,
  }
}

function intraday(
  walk: PriceWalk,
  list: SessionList,
  stepMs: number,
  from: number,
  now: number,
): BookBar[] {
  const bars: BookBar[] = []
  for (let index = list.lastOpened(from - 1) + 1; index <= list.lastOpened(now); index += 1) {
    const { open, close } = list.sessions[index]!
    const length = close - open
    for (let start = open; start < Math.min(close, now); start += stepMs) {
      const end = Math.min(start + stepMs, close, now)
      bars.push({ start, ...walk.bar(index, (start - open) / length, (end - open) / length) })
    }
  }
  return bars
}

/** The ex-days: the first session from the tenth of February, May, August and November on. */
function dividends(
  { kind, anchor }: Instrument,
  list: SessionList,
  from: number,
  now: number,
): BookDividend[] {
  const paid: BookDividend[] = []
  if (!payers.has(kind)) return paid
  const cents = Math.max(1, Math.round(anchor * 0.4))
  const start = new Date(from)
  const month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - 1, 10))
  for (; month.getTime() <= now; month.setUTCMonth(month.getUTCMonth() + 1)) {
    if (month.getUTCMonth() % 3 !== 1) continue
    const exOpen = list.sessions[list.lastOpened(month.getTime() - 1) + 1]?.open
    if (exOpen === undefined || exOpen < from || exOpen > now) continue
    paid.push({ exOpen, amount: cents / 100 })
  }
  return paid
}

const payers: ReadonlySet<Instrument['kind']> = new Set(['EQUITY', 'ETF'])
