import { LRUCache } from 'lru-cache'
import { type DayNumber, dayNumber } from './calendar-day.ts'

/** Local time in New York: the day, and minutes since its midnight. */
export type NewYorkTime = { day: DayNumber; minute: number }

/** The local time in New York at an instant, without seconds. */
export function newYorkTime(instant: Date): NewYorkTime {
  const local = instant.getTime() + offsetMinutes(instant.getTime()) * minuteMs
  const day = Math.floor(local / dayMs)
  return { day, minute: Math.floor((local - day * dayMs) / minuteMs) }
}

/**
 * The instant of a New York wall clock, ISO 8601 with its offset. Only for the hours in which the
 * exchange acts: between one and three at night an hour is skipped in March and twice in November.
 *
 * @example newYorkIso({ day: dayNumber({ year: 2026, month: 7, day: 1 }), minute: 570 })
 * // '2026-07-01T09:30:00-04:00'
 */
export function newYorkIso({ day, minute }: NewYorkTime): string {
  const wall = day * dayMs + minute * minuteMs
  // Noon is on the same side of the change of clocks as every hour of trading.
  const offset = offsetMinutes(day * dayMs + 17 * 60 * minuteMs)
  const hours = String(Math.abs(offset) / 60).padStart(2, '0')
  return `${new Date(wall).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${hours}:00`
}

/**
 * The UTC instant of a local time in New York. In the repeated hour of November, the second one.
 *
 * @param text - ISO 8601 date-time without a zone, to the second: `2024-11-20T16:14:59`.
 * @example newYorkWallTime('2024-11-20T16:14:59') // '2024-11-20T21:14:59Z'
 */
export function newYorkWallTime(text: string): string {
  const wall = Date.parse(`${text}Z`)
  const instant = wall - offsetMinutes(wall - offsetMinutes(wall) * minuteMs) * minuteMs
  return `${new Date(instant).toISOString().slice(0, 19)}Z`
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

// Building a format reads the zone's rules, which takes a thousand times longer than using it.
const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
})

/** Clocks change on the hour, and most queried instants lie in a few of them. */
const offsetOfHour = new LRUCache<number, number>({ max: 1_000 })
/** Clocks never change twice in so many days: with one offset at both ends, it has no other. */
const spanMs = 28 * dayMs
/** By span; `undefined` where clocks change within. */
const offsetOfSpan = new LRUCache<number, { offset: number | undefined }>({ max: 1_000 })

/** Minutes New York is ahead of UTC: -240 in summer, -300 in winter. */
function offsetMinutes(instant: number): number {
  const span = Math.floor(instant / spanMs)
  let known = offsetOfSpan.get(span)
  if (!known) {
    const [first, last] = [span * spanMs, (span + 1) * spanMs - 1].map(formattedOffset)
    known = { offset: first === last ? first : undefined }
    offsetOfSpan.set(span, known)
  }
  return known.offset ?? offsetOfItsHour(instant)
}

function offsetOfItsHour(instant: number): number {
  const hour = Math.floor(instant / hourMs)
  const known = offsetOfHour.get(hour)
  if (known !== undefined) return known
  const offset = formattedOffset(instant)
  offsetOfHour.set(hour, offset)
  return offset
}

function formattedOffset(instant: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of newYork.formatToParts(instant)) part[type] = Number(value)
  const day = dayNumber({ year: part['year']!, month: part['month']!, day: part['day']! })
  const wallMinutes = day * 1440 + part['hour']! * 60 + part['minute']!
  return wallMinutes - Math.floor(instant / minuteMs)
}
