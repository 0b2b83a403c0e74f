import { newYorkOffset } from '@fiq/shared/new-york-offset'
import { addDays, type CalendarEvent } from './events.ts'

/**
 * Second days of the meetings of the Federal Open Market Committee, which announces its decision
 * at 14:00. Source: the Board's announcements of 2024-08-09 and 2025-09-05.
 */
const meetings = {
  2026: ['01-28', '03-18', '04-29', '06-17', '07-29', '09-16', '10-28', '12-09'],
  2027: ['01-27', '03-17', '04-28', '06-09', '07-28', '09-15', '10-27', '12-08'],
}
const meetingSource = 'meeting schedule of the Federal Reserve'

/**
 * Releases of US statistics and decisions of the Federal Reserve within a time span. Days of
 * decisions are announced; days of statistics are estimates by the rules that the agencies follow
 * in most months.
 *
 * @param span - ISO 8601 days, inclusive.
 */
export function releasesWithin({
  from,
  until,
}: {
  from: string
  until: string
}): readonly CalendarEvent[] {
  const decisions = Object.entries(meetings).flatMap(([year, days]) =>
    days.map((day) => ({
      ...release(`${year}-${day}`, 'Fed rate decision', '14:00'),
      sure: 'expected' as const,
      source: meetingSource,
    })),
  )
  const statistics: CalendarEvent[] = []
  for (let month = from.slice(0, 7); month <= until.slice(0, 7); month = monthAfter(month, 1)) {
    const reported = monthAfter(month, -1)
    statistics.push(
      release(employmentDay(reported), `employment ${reported}`),
      release(consumerPricesDay(month), `CPI ${reported}`),
      release(productDay(month), productName(month)),
    )
  }
  return [...decisions, ...statistics].filter(({ day }) => day >= from && day <= until)
}

function release(day: string, event: string, clock = '08:30'): CalendarEvent {
  const offset = newYorkOffset(Date.parse(`${day}T12:00:00Z`))
  const time = new Date(Date.parse(`${day}T${clock}:00Z`) - offset * 60_000).toISOString()
  const unknown = { session: null, before: null, forecast: null, currency: null, source: null }
  return { day, time, who: 'USA', event, ...unknown, sure: 'estimate' }
}

/**
 * The third Friday after the week that holds the 12th of the reported month; a week later on New
 * Year's Day, a day earlier on Independence Day.
 */
function employmentDay(reported: string): string {
  const saturday = addDays(`${reported}-12`, 6 - weekday(`${reported}-12`))
  const friday = addDays(saturday, 20)
  if (friday.endsWith('-01-01')) return addDays(friday, 7)
  return /-07-0[34]$/.test(friday) ? addDays(friday, -1) : friday
}

/** The eighth weekday of the month after the reported one. */
function consumerPricesDay(month: string): string {
  let day = month.endsWith('-01') ? `${month}-02` : `${month}-01`
  for (let count = 0; ; day = addDays(day, 1)) {
    if (weekday(day) % 6 !== 0) count += 1
    if (count === 8) return day
  }
}

/** The last Thursday of a month; the day before Thanksgiving, and the Thursday before Christmas. */
function productDay(month: string): string {
  const last = month.endsWith('-12') ? `${month}-23` : addDays(`${monthAfter(month, 1)}-01`, -1)
  const thursday = addDays(last, -((weekday(last) + 3) % 7))
  const isThanksgiving = month.endsWith('-11') && thursday < `${month}-29`
  return isThanksgiving ? addDays(thursday, -1) : thursday
}

/** Gross domestic product is published three times, one to three months after its quarter. */
function productName(month: string): string {
  const vintage = (monthOf(month) + 2) % 3
  const quarter = monthAfter(month, -vintage - 1)
  const name = ['first', 'second', 'third'][vintage]
  return `GDP ${quarter.slice(0, 4)}-Q${monthOf(quarter) / 3}, ${name}`
}

/** 0 is Sunday. */
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const monthOf = (month: string) => new Date(`${month}-01T00:00:00Z`).getUTCMonth() + 1

/** @param month - `YYYY-MM` */
function monthAfter(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  return new Date(at.setUTCMonth(at.getUTCMonth() + months)).toISOString().slice(0, 7)
}
