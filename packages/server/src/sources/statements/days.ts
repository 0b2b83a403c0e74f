import { isoDay } from '../../market-clock/calendar-day.ts'

const dayMs = 86_400_000

/** Days from one ISO day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnight(to) - midnight(from)) / dayMs)
}

/** The ISO day after the given number of days, which may be negative. */
export function addDays(day: string, days: number): string {
  return isoDay(midnight(day) / dayMs + Math.round(days))
}

/** The next day, `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return addDays(day, 1)
}

/** The previous day, `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  return addDays(day, -1)
}

/**
 * Whether a period is about three months. Some retailers divide a year of 52 weeks into 12, 12, 12,
 * 16, or 17 in a long year.
 */
export function isQuarter(days: number): boolean {
  return days >= 80 && days <= 120
}

/** Whether a period is a year of 52 or 53 weeks, with some tolerance. */
export function isYear(days: number): boolean {
  return days >= 350 && days <= 380
}

/**
 * Midnight of a day. Filers have tens of thousands of facts, and `Date.parse` takes several times
 * as long.
 */
function midnight(day: string): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
}
