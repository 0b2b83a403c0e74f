import { annualForms, type Fact, plainForm } from './company-facts.ts'
import { daysBetween } from './reported-periods.ts'

/** `FY` is a whole year; quarters count from the start of the fiscal year. */
export type FiscalPeriod = 'Q1' | 'Q2' | 'Q3' | 'Q4'

/** The end of one fiscal year, as a filing names it. */
type YearEnd = { end: string; fiscalYear: number }

/** Names the fiscal year and quarter that end on a day; `null` if no filing states them. */
export type FiscalCalendar = (
  end: string,
) => { fiscalYear: number; fiscalPeriod: FiscalPeriod } | null

/**
 * The calendar of one filer. A fact's `fy` is the year of its filing, so only the newest period of
 * each annual report is taken at its word; every other period is placed by its distance from the
 * nearest of those. A filer without an annual report is placed by its quarterly ones.
 *
 * @param facts of concepts every report has, e.g. revenue and net income
 */
export function fiscalCalendar(facts: readonly Fact[]): FiscalCalendar {
  const annual = yearEnds(facts, ({ form, fiscalPeriod }) =>
    annualForms.includes(plainForm(form)) && fiscalPeriod === 'FY' ? 4 : null,
  )
  const ends = annual.length > 0 ? annual : yearEnds(facts, quarterOf)
  return (end) => {
    const nearest = ends.reduce<YearEnd | null>((best, candidate) => {
      const isNearer = !best || distance(candidate.end, end) < distance(best.end, end)
      return isNearer ? candidate : best
    }, null)
    return nearest && placed(end, nearest)
  }
}

const yearDays = 365.25
const quarterDays = yearDays / 4
/** 52 and 53 week years end up to a week from the year before; rounding adds some. */
const slackDays = 20

/** The newest period of each filing, carried on to the end of its fiscal year. */
function yearEnds(facts: readonly Fact[], quarter: (fact: Fact) => number | null): YearEnd[] {
  const newest = new Map<string, Fact>()
  for (const fact of facts) {
    if (fact.start === null || fact.fiscalYear === null || quarter(fact) === null) continue
    const known = newest.get(fact.accession)
    if (!known || fact.end > known.end) newest.set(fact.accession, fact)
  }
  return [...newest.values()].map((fact) => ({
    end: addDays(fact.end, Math.round((4 - quarter(fact)!) * quarterDays)),
    fiscalYear: fact.fiscalYear!,
  }))
}

function quarterOf({ fiscalPeriod }: Fact): number | null {
  const found = /^Q([1-4])$/.exec(fiscalPeriod ?? '')
  return found ? Number(found[1]) : null
}

function placed(end: string, known: YearEnd) {
  const yearsLater = Math.ceil((daysBetween(known.end, end) - slackDays) / yearDays)
  const daysToYearEnd = yearsLater * yearDays - daysBetween(known.end, end)
  const quarter = Math.min(4, Math.max(1, 4 - Math.round(daysToYearEnd / quarterDays)))
  return {
    fiscalYear: known.fiscalYear + yearsLater,
    fiscalPeriod: `Q${quarter}` as FiscalPeriod,
  }
}

function distance(one: string, other: string): number {
  return Math.abs(daysBetween(one, other))
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
