import type { SeriesPoint } from './connector.ts'
import { ageDays } from './sourced.ts'

/** A series is stale after this many missed periods and days of publication. */
const periodsMissedMax = 2.5
const publicationDays = 60

/**
 * Whether the newest value of a series is older than its own rhythm explains: a monthly series
 * after four and a half months, an annual one after two years and eight.
 *
 * @param points oldest first or newest first; points without a value do not count
 */
export function isStaleSeries(points: readonly SeriesPoint[], now: Date): boolean {
  const dates = points.flatMap(({ date, value }) => (value === null ? [] : [date])).sort()
  const newest = dates.at(-1)
  if (newest === undefined) return true
  const before = dates.at(-2)
  const periodDays = before === undefined ? 366 : ageDays(before, new Date(newest))
  return ageDays(newest, now) > periodsMissedMax * periodDays + publicationDays
}
