import {
  currencyHours,
  exchangeHoursByZone,
  futureHours,
  type TradingHours,
} from '@fiq/shared/trading-hours'
import { newYork, zonedText } from '../terminal/format/instant.ts'
import { zoneOf } from './zone-of.ts'

type Hours = { zone: string; hours: TradingHours }

/** Regular hours on Monday to Friday; `undefined` for a market that never closes or is unknown. */
function hoursOf(ticker: string): Hours | undefined {
  if (ticker.endsWith('=X')) return { zone: newYork, hours: currencyHours }
  if (ticker.endsWith('=F')) return { zone: newYork, hours: futureHours }
  const zone = zoneOf(ticker)
  const hours = exchangeHoursByZone[zone]
  return hours && { zone, hours }
}

/**
 * An exchange that is closed within its hours has a holiday or a lunch break. After them, delayed
 * prices still arrive.
 */
const recheckMs = 1_800_000

/**
 * The time at which a ticker that does not trade now can trade again: the next opening of its
 * market, or half an hour later within its hours and soon after them. `undefined` if its hours are
 * unknown.
 *
 * @param now - Unix milliseconds, as the result.
 */
export function nextOpening(ticker: string, now: number): number | undefined {
  const known = hoursOf(ticker)
  if (!known) return undefined
  const [open, close] = known.hours
  const today = Math.floor((now + offsetAt(known.zone, now)) / dayMs) * dayMs
  for (let days = 0; days < 8; days += 1) {
    const midnight = today + days * dayMs
    if ([0, 6].includes(new Date(midnight).getUTCDay())) continue
    // Clocks change at night, so noon has the offset of all trading hours.
    const offset = offsetAt(known.zone, midnight + dayMs / 2)
    const at = (hour: number) => midnight + hour * hourMs - offset
    if (now < at(open)) return at(open)
    if (now < at(close) + recheckMs) return now + recheckMs
  }
  return undefined
}

/** Length of the sessions of a day of all these tickers together, at most 24 hours. */
export function tradedMs(tickers: readonly string[]): number {
  const sessions = new Map<string, number>()
  for (const ticker of tickers) {
    const known = hoursOf(ticker)
    if (!known) return dayMs
    const [open, close] = known.hours
    sessions.set(`${known.zone} ${open}`, (close - open) * hourMs)
  }
  const sum = [...sessions.values()].reduce((total, length) => total + length, 0)
  return Math.min(dayMs, sum)
}

const hourMs = 3_600_000
const dayMs = 86_400_000
const minuteMs = 60_000

/** Milliseconds by which a zone is ahead of UTC at an instant. */
function offsetAt(zone: string, instant: number): number {
  const minute = Math.floor(instant / minuteMs) * minuteMs
  return (
    Date.parse(`${zonedText(new Date(minute).toISOString(), zone).replace(' ', 'T')}Z`) - minute
  )
}
