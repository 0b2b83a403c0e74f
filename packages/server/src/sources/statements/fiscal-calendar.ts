import { annualForms, type Fact, plainForm } from './company-facts.ts'
import { addDays, daysBetween, isYear } from './days.ts'

/** `FY` is a whole year; quarters count from the start of the fiscal year. */
export type FiscalPeriod = 'Q1' | 'Q2' | 'Q3' | 'Q4'

/** A full fiscal year in annual reports. */
export type FiscalYear = { start: string; end: string; fiscalYear: number }

/** The quarter whose end is nearest to a day. */
export type FiscalQuarter = {
  fiscalYear: number
  fiscalPeriod: FiscalPeriod
  /** Days between the day and the end of the quarter, for quarters of 13 weeks. */
  daysOff: number
}

export type FiscalCalendar = {
  /** Oldest first. They do not overlap, and their names strictly increase. */
  years: readonly FiscalYear[]
  /**
   * `null` if no filing names the year, or between two year ends if the name would repeat one of
   * the next year.
   */
  quarterEnding(end: string): FiscalQuarter | null
}

/**
 * The calendar of one filer. Its full years are the annual periods that do not overlap and contain
 * the most facts. `fy` of a fact is the year of its filing, so only the newest period of each
 * report names a year, and only if it ended less than a year before the filing. Between two changes
 * of the year end the names increase by one; if reports disagree, the majority decides. Years that
 * no report names have the calendar year of their last weeks. For a filer without annual reports,
 * quarterly ones determine the calendar.
 *
 * @param facts of all concepts, on {@link fiscalDays}
 */
export function fiscalCalendar(facts: readonly Fact[]): FiscalCalendar {
  const periods = annualPeriods(facts)
  const years = periods.length > 0 ? named(periods, facts) : yearsOfQuarters(facts)
  return { years: periods.length > 0 ? years : [], quarterEnding: (end) => quarterIn(years, end) }
}

type Period = { start: string; end: string }

const yearDays = 365.25
const quarterDays = yearDays / 4
/** Years of 52 and 53 weeks end up to a week from the previous year's day; rounding adds some. */
const slackDays = 20

/** A filing names no period that ended earlier: comparatives are a year older than the report. */
const namedWithinDays = 350

/** Annual periods without overlap that contain the most facts. */
function annualPeriods(facts: readonly Fact[]): Period[] {
  const weights = new Map<string, Period & { weight: number }>()
  for (const { start, end, form } of facts) {
    if (start === null || !isAnnual(form) || !isYear(daysBetween(start, end) + 1)) continue
    const key = `${start}|${end}`
    const weight = (weights.get(key)?.weight ?? 0) + 1
    weights.set(key, { start, end, weight })
  }
  const byEnd = [...weights.values()].sort((a, b) => (a.end < b.end ? -1 : 1))
  // The best choice among the first n periods, by n.
  const best: { weight: number; chosen: Period[] }[] = [{ weight: 0, chosen: [] }]
  for (const [index, { start, end, weight }] of byEnd.entries()) {
    const before = byEnd.findLastIndex((other, at) => at < index && other.end < start) + 1
    const chosen = best[before]!.weight + weight
    const skipped = best[index]!
    best.push(
      chosen >= skipped.weight
        ? { weight: chosen, chosen: [...best[before]!.chosen, { start, end }] }
        : skipped,
    )
  }
  return best.at(-1)!.chosen
}

/** Names the years of each run between two changes of the year end. */
function named(periods: readonly Period[], facts: readonly Fact[]): FiscalYear[] {
  const stated = statedYears(facts, ({ form, fiscalPeriod }) =>
    isAnnual(form) && fiscalPeriod === 'FY' ? 4 : null,
  )
  const years: FiscalYear[] = []
  for (const run of runsOf(periods)) {
    const { end: origin } = run[0]!
    const votes = stated
      .filter(({ end }) => run.some((year) => year.end === end))
      .map(({ end, fiscalYear }) => fiscalYear - yearsBetween(origin, end))
    const first = mostFrequent(votes) ?? Number(addDays(origin, -slackDays).slice(0, 4))
    const afterLast = (years.at(-1)?.fiscalYear ?? first - 1) + 1
    for (const { start, end } of run)
      years.push({
        start,
        end,
        fiscalYear: Math.max(first, afterLast) + yearsBetween(origin, end),
      })
  }
  return years
}

/** Consecutive years whose ends are whole years apart. */
function runsOf(periods: readonly Period[]): Period[][] {
  const runs: Period[][] = []
  for (const period of periods) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && isWholeYears(daysBetween(last.end, period.end))) run.push(period)
    else runs.push([period])
  }
  return runs
}

function isWholeYears(days: number): boolean {
  return Math.abs(days - Math.round(days / yearDays) * yearDays) <= slackDays
}

function yearsBetween(from: string, to: string): number {
  return Math.round(daysBetween(from, to) / yearDays)
}

/** The most frequent value; of several, the last. */
function mostFrequent(votes: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return votes.findLast((vote) => counts.get(vote) === most)
}

type StatedYear = { end: string; fiscalYear: number }

/** The newest period of each filing, extended to the end of its fiscal year; oldest first. */
function statedYears(facts: readonly Fact[], quarter: (fact: Fact) => number | null): StatedYear[] {
  const newest = new Map<string, Fact>()
  for (const fact of facts) {
    if (fact.start === null || fact.fiscalYear === null || quarter(fact) === null) continue
    // A file with only the newest report of each period contains comparatives without the year of
    // their report.
    if (daysBetween(fact.end, fact.filed) >= namedWithinDays) continue
    const known = newest.get(fact.accession)
    if (!known || fact.end > known.end) newest.set(fact.accession, fact)
  }
  return [...newest.values()]
    .map((fact) => ({
      end: addDays(fact.end, (4 - quarter(fact)!) * quarterDays),
      fiscalYear: fact.fiscalYear!,
    }))
    .sort((a, b) => (a.end < b.end ? -1 : 1))
}

/** Years from one year in quarterly reports; the others are counted from it. */
function yearsOfQuarters(facts: readonly Fact[]): FiscalYear[] {
  const stated = statedYears(facts, ({ fiscalPeriod }) => {
    const found = /^Q([1-4])$/.exec(fiscalPeriod ?? '')
    return found ? Number(found[1]) : null
  })
  const newest = stated.at(-1)
  if (!newest) return []
  const votes = stated.map(({ end, fiscalYear }) => fiscalYear + yearsBetween(end, newest.end))
  const start = addDays(newest.end, 1 - yearDays)
  return [{ start, end: newest.end, fiscalYear: mostFrequent(votes)! }]
}

function quarterIn(years: readonly FiscalYear[], end: string): FiscalQuarter | null {
  const index = years.findIndex((year) => daysBetween(year.end, end) <= slackDays)
  const next = years[index]
  const before = index === -1 ? years.at(-1) : years[index - 1]
  if (!before) return next ? placed(end, next) : null
  if (!next) return placed(end, before)
  const isInNext = daysBetween(next.start, end) > slackDays
  if (isInNext || isWholeYears(daysBetween(before.end, next.end))) return placed(end, next)
  const found = placed(end, before)
  return found.fiscalYear < next.fiscalYear ? found : null
}

function placed(end: string, known: FiscalYear): FiscalQuarter {
  const yearsLater = Math.ceil((daysBetween(known.end, end) - slackDays) / yearDays)
  const daysToYearEnd = yearsLater * yearDays - daysBetween(known.end, end)
  const quarter = Math.min(4, Math.max(1, 4 - Math.round(daysToYearEnd / quarterDays)))
  return {
    fiscalYear: known.fiscalYear + yearsLater,
    fiscalPeriod: `Q${quarter}` as FiscalPeriod,
    daysOff: Math.abs(daysToYearEnd - (4 - quarter) * quarterDays),
  }
}

function isAnnual(form: string): boolean {
  return annualForms.includes(plainForm(form))
}
