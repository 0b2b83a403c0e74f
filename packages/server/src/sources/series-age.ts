import type { SeriesPoint } from './connector.ts'
import { ageDays } from './sourced.ts'

/** A series is stale after this many missed periods, plus days of publication. */
const periodsMissedMax = 2.5
const publicationDays = 60

/**
 * Whether the newest value of a series is older than its frequency explains: a monthly series after
 * four and a half months, an annual one after two years and eight months.
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

/** The reporting pattern of a filer's last reports. */
export type ReportingHabit = {
  /** Last days of the reported periods, oldest first. */
  ends: readonly string[]
  /** Whether the last period is the third quarter, so that the annual report is next. */
  isBeforeYearEnd: boolean
  /** Form of the last annual report. */
  annualForm: string
  /** Days from the end of the year to that report. */
  annualDays: number
}

const quarterDays = 365.25 / 4
/** Allowance for deadlines on non-working days, and for the SEC's delay. */
const toleranceDays = 10
/**
 * Deadlines in days, which depend on the size of the filer. The time of its annual report shows
 * which applies.
 */
const deadlines = [
  { annual: 60, quarterly: 40 },
  { annual: 75, quarterly: 40 },
  { annual: 90, quarterly: 45 },
] as const
/**
 * Deadlines of foreign filers: four months; for Canadian filers as many days as for small domestic
 * ones.
 */
const deadlinesAbroad: Readonly<Record<string, number>> = { '20-F': 122, '40-F': 90 }

/**
 * Whether the next report of a filer is overdue by its own frequency: the next period ends a
 * quarter, half a year or a year after the last one, and its report is due within the deadline of
 * its form.
 */
export function isOverdueReport(
  { ends, isBeforeYearEnd, annualForm, annualDays }: ReportingHabit,
  now: Date,
): boolean {
  const [before, last] = [ends.at(-2), ends.at(-1)]
  if (last === undefined) return true
  const apart = before === undefined ? 4 : ageDays(before, new Date(last)) / quarterDays
  const quarters = Math.min(4, Math.max(1, Math.round(apart)))
  const { annual, quarterly } =
    deadlines.find((each) => annualDays <= each.annual + toleranceDays) ?? deadlines.at(-1)!
  const isAnnualNext = quarters === 4 || isBeforeYearEnd
  const deadline = isAnnualNext ? (deadlinesAbroad[annualForm] ?? annual) : quarterly
  return ageDays(last, now) > quarters * quarterDays + deadline + toleranceDays
}
