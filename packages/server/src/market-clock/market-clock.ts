import type { DayNumber } from './calendar-day.ts'
import { newYorkIso, newYorkTime } from './new-york-time.ts'
import { nyseDay } from './nyse-days.ts'

/** `CLOSED` is every minute outside the three sessions. */
export type MarketSession = 'PRE' | 'REGULAR' | 'POST' | 'CLOSED'

/**
 * Like {@link MarketSession}, but distinguishes the closed hours before and after a trading day.
 */
export type MarketState = MarketSession | 'PREPRE' | 'POSTPOST'

/** State of the US market at one instant, by the calendar of the New York Stock Exchange. */
export type MarketClock = {
  /** Whether the regular session runs: 09:30 to 16:00, or to 13:00 on a day of early close. */
  isOpen: boolean
  session: MarketSession
  marketState: MarketState
  /** Next start of a regular session after now, ISO 8601 with offset. */
  nextOpen: string
  /** Next end of a regular session after now, ISO 8601 with offset. */
  nextClose: string
  timezone: 'America/New_York'
}

/**
 * Sessions start at 04:00 (PRE), 09:30 (REGULAR), 16:00 (POST) and 20:00 (CLOSED), New York time.
 * On a day of early close POST starts at 13:00 and ends at 17:00. A boundary belongs to the
 * session that starts there. Ignores trading halts.
 *
 * @example marketClock(new Date('2026-11-20T15:00:00Z')).session // 'REGULAR'
 */
export function marketClock(now: Date): MarketClock {
  const { day, minute } = newYorkTime(now)
  const marketState = stateAt(day, minute)
  const openDay = nextTradingDay(minute < openMinute ? day : day + 1)
  const closeDay = nextTradingDay(minute < closeMinuteOf(day) ? day : day + 1)
  return {
    isOpen: marketState === 'REGULAR',
    session: marketState === 'PREPRE' || marketState === 'POSTPOST' ? 'CLOSED' : marketState,
    marketState,
    nextOpen: newYorkIso({ day: openDay, minute: openMinute }),
    nextClose: newYorkIso({ day: closeDay, minute: closeMinuteOf(closeDay) }),
    timezone: 'America/New_York',
  }
}

const preMinute = 4 * 60
const openMinute = 9 * 60 + 30
/** Length of the session after the close, also on days of early close. */
const postMinutes = 4 * 60

function closeMinuteOf(day: DayNumber): number {
  return nyseDay(day) === 'early-close' ? 13 * 60 : 16 * 60
}

function stateAt(day: DayNumber, minute: number): MarketState {
  if (nyseDay(day) === 'closed') return 'CLOSED'
  const close = closeMinuteOf(day)
  if (minute < preMinute) return 'PREPRE'
  if (minute < openMinute) return 'PRE'
  if (minute < close) return 'REGULAR'
  return minute < close + postMinutes ? 'POST' : 'POSTPOST'
}

/** This day, or the first later one on which the exchange opens. */
function nextTradingDay(day: DayNumber): DayNumber {
  let next = day
  while (nyseDay(next) === 'closed') next += 1
  return next
}
