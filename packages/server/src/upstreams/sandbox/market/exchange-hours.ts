import { dayMs, type TradingCalendar } from './sessions.ts'

/** Regular hours of an exchange: minutes since midnight in its zone, on every weekday. */
export type ExchangeHours = { zone: string; open: number; close: number }

const hoursIn = (zone: string, open: number, close: number): ExchangeHours => ({
  zone,
  open: open * 60,
  close: close * 60,
})

/** Exchanges outside the US, by the suffix of their tickers. */
export const exchangeHours: Readonly<Record<string, ExchangeHours>> = {
  L: hoursIn('Europe/London', 8, 16.5),
  DE: hoursIn('Europe/Berlin', 9, 17.5),
  PA: hoursIn('Europe/Paris', 9, 17.5),
  AS: hoursIn('Europe/Amsterdam', 9, 17.5),
  SW: hoursIn('Europe/Zurich', 9, 17.5),
  CO: hoursIn('Europe/Copenhagen', 9, 17),
  T: hoursIn('Asia/Tokyo', 9, 15.5),
  HK: hoursIn('Asia/Hong_Kong', 9.5, 16),
  AX: hoursIn('Australia/Sydney', 10, 16),
  TO: hoursIn('America/Toronto', 9.5, 16),
  NS: hoursIn('Asia/Kolkata', 9.25, 15.5),
}

/** The calendar of such an exchange, without its holidays. */
export function exchangeCalendar({ zone, open, close }: ExchangeHours): TradingCalendar {
  const offsetAt = offsetIn(zone)
  const session = (day: string) => {
    const midnight = Date.parse(`${day}T00:00:00Z`)
    if ([0, 6].includes(new Date(midnight).getUTCDay())) return undefined
    // Clocks change at night, so noon has the offset of all trading hours.
    const offset = offsetAt(midnight + dayMs / 2)
    const at = (minute: number) => midnight + (minute - offset) * minuteMs
    return { open: at(open), close: at(close) }
  }
  return {
    session,
    marketState(instant) {
      const local = instant + offsetAt(instant) * minuteMs
      const today = session(new Date(local).toISOString().slice(0, 10))
      return today && instant >= today.open && instant < today.close ? 'REGULAR' : 'CLOSED'
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
