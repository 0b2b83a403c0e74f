import { newYorkOffset } from '@fiq/shared/new-york-offset'
import { type DayNumber, isoDay } from './calendar-day.ts'

/** Local time in New York: the day, and minutes since its midnight. */
export type NewYorkTime = { day: DayNumber; minute: number }

/** The local time in New York at an instant, without seconds. */
export function newYorkTime(instant: Date): NewYorkTime {
  const local = instant.getTime() + newYorkOffset(instant.getTime()) * minuteMs
  const day = Math.floor(local / dayMs)
  return { day, minute: Math.floor((local - day * dayMs) / minuteMs) }
}

/** The day in New York at an instant, ISO 8601. */
export function newYorkDay(instant: string): string {
  return isoDay(newYorkTime(new Date(instant)).day)
}

/**
 * The instant of a New York local time, ISO 8601 with its offset. Only for hours of trading:
 * between one and three at night, an hour is skipped in March and repeated in November.
 *
 * @example newYorkIso({ day: dayNumber({ year: 2026, month: 7, day: 1 }), minute: 570 }) //
 * '2026-07-01T09:30:00-04:00'
 */
export function newYorkIso({ day, minute }: NewYorkTime): string {
  const wall = day * dayMs + minute * minuteMs
  const offset = tradingOffset(day)
  const hours = String(Math.abs(offset) / 60).padStart(2, '0')
  return `${new Date(wall).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${hours}:00`
}

/** The instant of such a time, milliseconds since 1970. */
export function newYorkInstant({ day, minute }: NewYorkTime): number {
  return day * dayMs + (minute - tradingOffset(day)) * minuteMs
}

/** Clocks change at night, so noon has the offset of all trading hours, in minutes. */
function tradingOffset(day: DayNumber): number {
  return newYorkOffset(day * dayMs + 17 * 60 * minuteMs)
}

/**
 * The UTC instant of a local time in New York. For the repeated hour of November, the second one.
 *
 * @param text - ISO 8601 date-time without a zone, to the second: `2024-11-20T16:14:59`.
 * @example newYorkWallTime('2024-11-20T16:14:59') // '2024-11-20T21:14:59Z'
 */
export function newYorkWallTime(text: string): string {
  const wall = Date.parse(`${text}Z`)
  const instant = wall - newYorkOffset(wall - newYorkOffset(wall) * minuteMs) * minuteMs
  return `${new Date(instant).toISOString().slice(0, 19)}Z`
}

const minuteMs = 60_000
const dayMs = 86_400_000
