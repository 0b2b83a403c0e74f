import { type Fact, periodOf } from './company-facts.ts'
import { dayAfter, dayBefore, daysBetween } from './days.ts'

/** Filers with 52 and 53 weeks sometimes state the end of the month, up to six days off. */
const sameDayWithin = 6

/** Maps a stated day to the day that the filer means: see {@link fiscalDays}. */
export type FiscalDays = (day: string) => string

/**
 * Merges days that mean the same day: of days at most six apart, the one in most facts. A filer
 * whose quarter ends on Sunday, August 1 may state July 31 in some reports, which would otherwise
 * give two periods.
 */
export function fiscalDays(facts: Iterable<Fact>): FiscalDays {
  const counts = new Map<string, number>()
  const add = (day: string) => counts.set(day, (counts.get(day) ?? 0) + 1)
  for (const { start, end } of facts) {
    add(end)
    if (start !== null) add(dayBefore(start))
  }
  const days: string[] = []
  const fiscalDayOf = new Map<string, string>()
  for (const [day] of [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? 1 : -1))) {
    const existing = days.find((other) => Math.abs(daysBetween(other, day)) <= sameDayWithin)
    if (existing === undefined) days.push(day)
    fiscalDayOf.set(day, existing ?? day)
  }
  return (day) => fiscalDayOf.get(day) ?? day
}

/**
 * The facts of one concept, moved to the days that the filer means. If a period is stated both on
 * its own days and on others, only the former count: a note on a day soon after the quarter is not
 * its balance.
 */
export function onFiscalDays(facts: readonly Fact[], fiscalDay: FiscalDays): Fact[] {
  const moved = facts.map((fact) => ({ fact, on: movedTo(fact, fiscalDay) }))
  const exact = new Set(moved.filter(({ fact, on }) => fact === on).map(({ on }) => periodOf(on)))
  return moved.filter(({ fact, on }) => fact === on || !exact.has(periodOf(on))).map(({ on }) => on)
}

function movedTo(fact: Fact, fiscalDay: FiscalDays): Fact {
  const end = fiscalDay(fact.end)
  const start = fact.start === null ? null : dayAfter(fiscalDay(dayBefore(fact.start)))
  return end === fact.end && start === fact.start ? fact : { ...fact, start, end }
}
