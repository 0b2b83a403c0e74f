import { dayNumber } from '../../../market-clock/calendar-day.ts'
import { type MarketState, marketClock } from '../../../market-clock/market-clock.ts'
import { newYorkInstant } from '../../../market-clock/new-york-time.ts'
import { nyseDay } from '../../../market-clock/nyse-days.ts'

/** The hours of a session. Instants are milliseconds since 1970. */
export type SessionHours = {
  open: number
  close: number
  /** Start of its daily bar, if it opens on the day before. */
  start?: number
}

/** One regular trading session. */
export type TradingSession = SessionHours & { day: string }

/** Trading hours of a market. */
export type TradingCalendar = {
  /** The regular session on a day `YYYY-MM-DD` of the exchange; `undefined` on a closed day. */
  session(day: string): SessionHours | undefined
  /** The state as named by the service's market clock. */
  marketState(instant: number): MarketState
}

/** The service's market clock, so that bars and quotes agree with `marketStatus`. */
export function nyseCalendar(): TradingCalendar {
  let last: { minute: number; state: MarketState } | undefined
  return {
    session(day) {
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
      const number = dayNumber({ year, month, day: date })
      const kind = nyseDay(number)
      if (kind === 'closed') return undefined
      const at = (hour: number) => newYorkInstant({ day: number, minute: hour * 60 })
      return { open: at(9.5), close: at(kind === 'early-close' ? 13 : 16) }
    },
    marketState(instant) {
      // A batch reads a hundred states of the same minute, and a time zone conversion is expensive.
      const minute = Math.floor(instant / 60_000)
      if (last?.minute !== minute)
        last = { minute, state: marketClock(new Date(instant)).marketState }
      return last.state
    },
  }
}

/** Crypto trades around the clock, in UTC days. */
export const everyDay: TradingCalendar = {
  session(day) {
    const open = Date.parse(`${day}T00:00:00Z`)
    return { open, close: open + dayMs }
  },
  marketState: () => 'REGULAR',
}

/** First day of the sandbox's bars, and the day at which its prices are fixed. */
export const firstDay = '2010-01-04'
export const anchorDay = '2026-01-02'
export const dayMs = 86_400_000

/** Every session from the first day on, in order. It grows with the clock. */
export type SessionList = {
  sessions: readonly TradingSession[]
  /** Index of the anchor day, or of the last session before it. */
  anchor: number
  /** Index of the last session that has opened at `instant`; -1 if none has. */
  lastOpened(instant: number): number
}

/** Sessions are listed up to a fortnight ahead, and at least up to the anchor day. */
export function sessionList(calendar: TradingCalendar): SessionList {
  const sessions: TradingSession[] = []
  let listedTo = Date.parse(`${firstDay}T00:00:00Z`) - dayMs
  const listTo = (instant: number) => {
    while (listedTo < instant + 14 * dayMs) {
      listedTo += dayMs
      const day = new Date(listedTo).toISOString().slice(0, 10)
      const session = calendar.session(day)
      if (session) sessions.push({ day, ...session })
    }
  }
  listTo(Date.parse(`${anchorDay}T00:00:00Z`))
  const lastOpened = (instant: number) => {
    listTo(instant)
    let low = 0
    let high = sessions.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sessions[middle] as TradingSession).open <= instant) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  const anchor = lastOpened(Date.parse(`${anchorDay}T23:59:59Z`))
  return { sessions, anchor, lastOpened }
}
