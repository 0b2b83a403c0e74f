import { annualForms, type Fact, plainForm } from './company-facts.ts'

/** A value of one period, and the filing that reports it. */
export type ReportedValue = {
  value: number
  /** First day of the period; `null` for what there was on a day. */
  start: string | null
  /** Last day of the period. */
  end: string
  filed: string
  form: string
  accession: string
  /** Computed from two reported values, e.g. the fourth quarter as year less nine months. */
  derived: boolean
}

/** What concepts of one meaning report, by the last day of the period. */
export type ReportedPeriods = {
  years: ReadonlyMap<string, ReportedValue>
  quarters: ReadonlyMap<string, ReportedValue>
  instants: ReadonlyMap<string, ReportedValue>
}

/**
 * Sorts the facts of one meaning into years, quarters and instants. The same period repeats in
 * later filings, as a comparative or restated: the latest `filed` wins, and within one filing the
 * concept that comes first. A quarter is 80 to 100 days, a year 350 to 380 (52 or 53 weeks) in an
 * annual report. Quarters that nobody reports are the difference of two periods that start on the
 * same day: nine months less six, year less nine months.
 *
 * @param concepts facts of each concept, in order of preference
 * @param canDerive differences make sense: sums of money, not averages or per-share values
 */
export function reportedPeriods(
  concepts: readonly (readonly Fact[])[],
  canDerive: boolean,
): ReportedPeriods {
  const years = new Map<string, ReportedValue>()
  const quarters = new Map<string, ReportedValue>()
  const instants = new Map<string, ReportedValue>()
  const spans: ReportedValue[] = []
  for (const value of latestValues(concepts)) {
    const days = value.start === null ? 0 : daysBetween(value.start, value.end) + 1
    if (value.start === null) keepLatest(instants, value)
    else if (isQuarter(days)) keepLatest(quarters, value)
    else if (isYear(days)) keepLatest(years, value)
    if (days > 0) spans.push(value)
  }
  if (canDerive)
    for (const value of derivedQuarters(spans))
      if (!quarters.has(value.end)) keepLatest(quarters, value)
  return { years, quarters, instants }
}

/** Days from one ISO day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnight(to) - midnight(from)) / dayMs)
}

const dayMs = 86_400_000

/** A filer has tens of thousands of facts, and `Date.parse` takes several times as long. */
function midnight(day: string): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
}

function isQuarter(days: number): boolean {
  return days >= 80 && days <= 100
}

function isYear(days: number): boolean {
  return days >= 350 && days <= 380
}

/** One value a period. Twelve months in a quarterly report are no fiscal year and are left out. */
function latestValues(concepts: readonly (readonly Fact[])[]): Iterable<ReportedValue> {
  const latest = new Map<string, ReportedValue>()
  for (const facts of concepts) {
    // Within a concept a later row of the same day wins: an amendment follows what it amends.
    const own = new Map<string, Fact>()
    for (const fact of facts) {
      const period = `${fact.start}|${fact.end}`
      const known = own.get(period)
      if (isOwnPeriod(fact) && (!known || fact.filed >= known.filed)) own.set(period, fact)
    }
    for (const [period, fact] of own) {
      const known = latest.get(period)
      if (!known || fact.filed > known.filed) latest.set(period, reported(fact))
    }
  }
  return latest.values()
}

function isOwnPeriod({ start, end, form }: Fact): boolean {
  if (start === null || !isYear(daysBetween(start, end) + 1)) return true
  return annualForms.includes(plainForm(form))
}

function reported({ value, start, end, filed, form, accession }: Fact): ReportedValue {
  return { value, start, end, filed, form, accession, derived: false }
}

function keepLatest(values: Map<string, ReportedValue>, value: ReportedValue): void {
  const known = values.get(value.end)
  if (!known || value.filed > known.filed) values.set(value.end, value)
}

function* derivedQuarters(spans: readonly ReportedValue[]): Iterable<ReportedValue> {
  const byStart = Map.groupBy(spans, ({ start }) => start)
  for (const longer of spans)
    for (const shorter of byStart.get(longer.start) ?? []) {
      if (shorter.end >= longer.end || !isQuarter(daysBetween(shorter.end, longer.end))) continue
      const newer = shorter.filed > longer.filed ? shorter : longer
      yield {
        value: longer.value - shorter.value,
        start: dayAfter(shorter.end),
        end: longer.end,
        filed: newer.filed,
        form: newer.form,
        accession: newer.accession,
        derived: true,
      }
    }
}

function dayAfter(day: string): string {
  return new Date(midnight(day) + dayMs).toISOString().slice(0, 10)
}
