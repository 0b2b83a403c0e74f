import type { DayNumber } from '../../../market-clock/calendar-day.ts'
import { nyseDay } from '../../../market-clock/nyse-days.ts'
import { isHoliday } from './exchange-holidays.ts'
import { dayMs, type TradingCalendar } from './sessions.ts'

/**
 * Regular hours of a market on every weekday that is no holiday: minutes since midnight in its
 * zone. A session that opens on the day before has a negative `open`.
 */
export type ExchangeHours = {
  zone: string
  open: number
  close: number
  /** Key of its holidays. */
  holidays: string
  /** Minute of an earlier close on a day. */
  earlyClose?(day: DayNumber): number | undefined
}

const hoursIn = (holidays: string, zone: string, open: number, close: number): ExchangeHours => ({
  holidays,
  zone,
  open: open * 60,
  close: close * 60,
})

const india = hoursIn('NS', 'Asia/Kolkata', 9.25, 15.5)

/** Exchanges outside the US, by the suffix of their tickers. */
export const exchangeHours: Readonly<Record<string, ExchangeHours>> = {
  L: hoursIn('L', 'Europe/London', 8, 16.5),
  DE: hoursIn('DE', 'Europe/Berlin', 9, 17.5),
  PA: hoursIn('PA', 'Europe/Paris', 9, 17.5),
  AS: hoursIn('AS', 'Europe/Amsterdam', 9, 17.5),
  SW: hoursIn('SW', 'Europe/Zurich', 9, 17.5),
  CO: hoursIn('CO', 'Europe/Copenhagen', 9, 17),
  T: hoursIn('T', 'Asia/Tokyo', 9, 15.5),
  HK: hoursIn('HK', 'Asia/Hong_Kong', 9.5, 16),
  AX: hoursIn('AX', 'Australia/Sydney', 10, 16),
  TO: hoursIn('TO', 'America/Toronto', 9.5, 16),
  NS: india,
  BO: india,
  KS: hoursIn('KS', 'Asia/Seoul', 9, 15.5),
  SA: hoursIn('SA', 'America/Sao_Paulo', 10, 17),
  MX: hoursIn('MX', 'America/Mexico_City', 8.5, 15),
}

/** Currency pairs trade from Sunday 17:00 to Friday 17:00 in New York, without a break. */
export const currencyHours: ExchangeHours = hoursIn('FX', 'America/New_York', -7, 17)

/**
 * Futures of the CME trade from Sunday 18:00 to Friday 17:00 in New York, with a break of an hour
 * each day. Around holidays of the US they close early.
 */
export const futureHours: ExchangeHours = {
  ...hoursIn('CME', 'America/New_York', -6, 17),
  earlyClose(day) {
    const kind = nyseDay(day)
    return kind === 'full' ? undefined : kind === 'closed' ? 13 * 60 : 13.25 * 60
  },
}

/** The calendar of a market with such hours. */
export function exchangeCalendar(hours: ExchangeHours): TradingCalendar {
  const { zone, open, close, holidays, earlyClose } = hours
  const offsetAt = offsetIn(zone)
  const session = (text: string) => {
    const midnight = Date.parse(`${text}T00:00:00Z`)
    const day = midnight / dayMs
    if ([0, 6].includes(new Date(midnight).getUTCDay()) || isHoliday(holidays, day))
      return undefined
    // Clocks change at night, so noon has the offset of all trading hours.
    const offset = offsetAt(midnight + dayMs / 2)
    const at = (minute: number) => midnight + (minute - offset) * minuteMs
    const ends = at(earlyClose?.(day) ?? close)
    return { open: at(open), close: ends, start: at(Math.max(0, open)) }
  }
  return {
    session,
    marketState(instant) {
      const local = instant + offsetAt(instant) * minuteMs
      const isOpen = [local, local + dayMs].some((each) => {
        const of = session(new Date(each).toISOString().slice(0, 10))
        return of && instant >= of.open && instant < of.close
      })
      return isOpen ? 'REGULAR' : 'CLOSED'
    },
  }
}

const minuteMs = 60_000

/** Minutes by which a zone is ahead of UTC at an instant. */
function offsetIn(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (instant) => {
    const text = format.format(instant)
    const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(text) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
}
