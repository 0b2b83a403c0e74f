import { dayMs } from './sessions.ts'

/** `count` invented items. Number 0 is the newest. */
export const times = <item>(count: number, make: (index: number) => item): item[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Time of the item with this number, one in `days` days; milliseconds since 1970. */
export const back = (index: number, days: number, now: number): number =>
  now - (index * days + 1) * dayMs

export const iso = (ms: number): string => new Date(ms).toISOString()
export const dayOf = (at: number | Date): string => new Date(at).toISOString().slice(0, 10)

/** First days of the months from January of `firstYear` to the month of `until`, ISO 8601. */
export const monthsUntil = (until: number, firstYear: number): string[] => {
  const last = new Date(until)
  const count = 12 * (last.getUTCFullYear() - firstYear) + last.getUTCMonth() + 1
  return times(count, (index) => dayOf(Date.UTC(firstYear, index, 1)))
}
