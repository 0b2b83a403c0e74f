import {
  currencyHours as currencySession,
  exchangeHoursByZone,
  futureHours as futureSession,
  type TradingHours,
} from '@fiq/shared/trading-hours'
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

const hoursIn = (
  holidays: string,
  zone: string,
  [open, close]: TradingHours = exchangeHoursByZone[zone]!,
): ExchangeHours => ({ holidays, zone, open: open * 60, close: close * 60 })

const india = hoursIn('NS', 'Asia/Kolkata')

/** Exchanges outside the US, by the suffix of their tickers. */
export const exchangeHours: Readonly<Record<string, ExchangeHours>> = {
  L: hoursIn('L', 'Europe/London'),
  DE: hoursIn('DE', 'Europe/Berlin'),
  PA: hoursIn('PA', 'Europe/Paris'),
  AS: hoursIn('AS', 'Europe/Amsterdam'),
  SW: hoursIn('SW', 'Europe/Zurich'),
  CO: hoursIn('CO', 'Europe/Copenhagen'),
  T: hoursIn('T', 'Asia/Tokyo'),
  HK: hoursIn('HK', 'Asia/Hong_Kong'),
  AX: hoursIn('AX', 'Australia/Sydney'),
  TO: hoursIn('TO', 'America/Toronto'),
  NS: india,
  BO: india,
  KS: hoursIn('KS', 'Asia/Seoul'),
  SA: hoursIn('SA', 'America/Sao_Paulo'),
  MX: hoursIn('MX', 'America/Mexico_City'),
}

/** Currency pairs. */
export const currencyHours: ExchangeHours = hoursIn('FX', 'America/New_York', currencySession)

/** Futures of the CME. They close at 13:00 on a US holiday, and at 13:15 on a day of early close. */
export const futureHours: ExchangeHours = {
  ...hoursIn('CME', 'America/New_York', futureSession),
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
