import { dayNumber } from '../../../market-clock/calendar-day.ts'
import { type MarketState, marketClock } from '../../../market-clock/market-clock.ts'
import { newYorkIso } from '../../../market-clock/new-york-time.ts'
import { nyseDay } from '../../../market-clock/nyse-days.ts'

/** One regular trading session. Instants are milliseconds since 1970. */
export type TradingSession = { day: string; open: number; close: number }

/** When a market trades. */
export type TradingCalendar = {
  /** The regular session of a day `YYYY-MM-DD` of the exchange; `undefined` when it is closed. */
  session(day: string): { open: number; close: number } | undefined
  /** As the market clock of the service names it. */
  marketState(instant: number): MarketState
}

/** The market clock of the service, so that bars and quotes agree with `marketStatus`. */
export function nyseCalendar(): TradingCalendar {
  let last: { minute: number; state: MarketState } | undefined
  return {
    session(day) {
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
      const number = dayNumber({ year, month, day: date })
      const kind = nyseDay(number)
      if (kind === 'closed') return undefined
      const at = (hour: number) => Date.parse(newYorkIso({ day: number, minute: hour * 60 }))
      return { open: at(9.5), close: at(kind === 'early-close' ? 13 : 16) }
    },
    marketState(instant) {
      // A batch reads a hundred states of one minute, and a time zone conversion is expensive.
      const minute = Math.floor(instant / 60_000)
      if (last?.minute !== minute)
        last = { minute, state: marketClock(new Date(instant)).marketState }
      return last.state
    },
  }
}

/** Crypto trades every day around the clock, in days of UTC. */
export const everyDay: TradingCalendar = {
  session(day) {
    const open = Date.parse(`${day}T00:00:00Z`)
    return { open, close: open + dayMs }
  },
  marketState: () => 'REGULAR',
}

/** The first day the sandbox has bars for, and the day at which its prices are pinned. */
export const firstDay = '2010-01-04'
export const anchorDay = '2026-01-02'
export const dayMs = 86_400_000

/** Every session from the first day on, in order, growing with the clock. */
export type SessionList = {
  sessions: readonly TradingSession[]
  /** Index of the anchor day, or of the last session before it. */
  anchor: number
  /** Index of the last session that has opened at `instant`; -1 when none has. */
  lastOpened(instant: number): number
}

/** Sessions are listed ahead of the clock by a fortnight, and at least up to the anchor day. */
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
