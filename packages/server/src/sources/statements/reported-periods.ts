import { annualForms, type Fact, periodOf, plainForm } from './company-facts.ts'
import { dayAfter, daysBetween, isQuarter, isYear } from './days.ts'

/** A value of one period, and its filing. */
export type ReportedValue = {
  value: number
  /** First day of the period; `null` for a value at one day. */
  start: string | null
  /** Last day of the period. */
  end: string
  filed: string
  form: string
  accession: string
  /**
   * Whether it is computed from several reported values, e.g. the fourth quarter as year minus nine
   * months, or a line as the sum of two lines of the report.
   */
  derived: boolean
}

/** The values of concepts with the same meaning, by the last day of the period. */
export type ReportedPeriods = {
  years: ReadonlyMap<string, ReportedValue>
  quarters: ReadonlyMap<string, ReportedValue>
  instants: ReadonlyMap<string, ReportedValue>
}

/** The reported values of one period, oldest filing first, one value for each day of filing. */
type History = readonly [ReportedValue, ...ReportedValue[]]

/**
 * Sorts the facts of one meaning into years, quarters and instants. A period is repeated in later
 * filings, as a comparative or restated: the latest `filed` counts, and within one filing the
 * concept that comes first. A quarter is 80 to 120 days, a year 350 to 380 (52 or 53 weeks) in an
 * annual report. An unreported quarter is the difference of two periods that start on the same day
 * (nine months minus six, year minus nine months), both {@link onOneBasis}.
 *
 * @param concepts facts of each concept, in order of preference
 * @param canDerive whether differences are meaningful: for sums of money, not for averages or
 * per-share values
 */
export function reportedPeriods(
  concepts: readonly (readonly Fact[])[],
  canDerive: boolean,
): ReportedPeriods {
  const years = new Map<string, ReportedValue>()
  const quarters = new Map<string, ReportedValue>()
  const instants = new Map<string, ReportedValue>()
  const spans: History[] = []
  for (const history of histories(concepts)) {
    const value = newestOf(history)
    const days = value.start === null ? 0 : daysBetween(value.start, value.end) + 1
    if (value.start === null) keepLatest(instants, value)
    else if (isQuarter(days)) keepLatest(quarters, value)
    else if (isYear(days)) keepLatest(years, value)
    if (days > 0) spans.push(history)
  }
  if (canDerive)
    for (const value of derivedQuarters(spans))
      if (!quarters.has(value.end)) keepLatest(quarters, value)
  return { years, quarters, instants }
}

/**
 * The history of each period. Omits twelve months in a quarterly report, which are not a fiscal
 * year.
 */
function* histories(concepts: readonly (readonly Fact[])[]): Iterable<History> {
  const byPeriod = new Map<string, Map<string, Fact>>()
  // On the same day the preferred concept comes last and counts, and within it the last row: an
  // amendment follows what it amends.
  for (const fact of concepts.toReversed().flat()) {
    if (!isOwnPeriod(fact)) continue
    const period = periodOf(fact)
    const byDay = byPeriod.get(period) ?? new Map<string, Fact>()
    byPeriod.set(period, byDay.set(fact.filed, fact))
  }
  for (const byDay of byPeriod.values()) {
    const [first, ...later] = [...byDay.values()].sort((a, b) => (a.filed < b.filed ? -1 : 1))
    yield [reported(first!), ...later.map(reported)]
  }
}

function newestOf(history: History): ReportedValue {
  return history.at(-1)!
}

function isOwnPeriod({ start, end, form }: Fact): boolean {
  if (start === null || !isYear(daysBetween(start, end) + 1)) return true
  return annualForms.includes(plainForm(form))
}

function reported(fact: Fact): ReportedValue {
  const { value, start, end, filed, form, accession, isSum = false } = fact
  return { value, start, end, filed, form, accession, derived: isSum }
}

function keepLatest(values: Map<string, ReportedValue>, value: ReportedValue): void {
  const known = values.get(value.end)
  if (!known || value.filed >= known.filed) values.set(value.end, value)
}

function* derivedQuarters(spans: readonly History[]): Iterable<ReportedValue> {
  const byStart = Map.groupBy(spans, ([{ start }]) => start)
  for (const whole of spans)
    for (const part of byStart.get(whole[0].start) ?? []) {
      const [{ end: last }, { end }] = [whole[0], part[0]]
      if (end >= last || !isQuarter(daysBetween(end, last))) continue
      const [longer, shorter] = onOneBasis(whole, part)
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

/**
 * The values of a period and of its part that are comparable: the newest of both. If one was
 * restated and the other never reported since, both as before the restatement. A change of
 * accounting restates a year in annual reports, and its nine months only in reports of the next
 * year.
 */
function onOneBasis(whole: History, part: History): [ReportedValue, ReportedValue] {
  const newest: [ReportedValue, ReportedValue] = [newestOf(whole), newestOf(part)]
  const [longer] = whole
  const shorter = part.findLast(({ filed }) => filed <= longer.filed)
  // Only a later report has it.
  if (shorter === undefined) return newest
  const [wholeOn, partOn] = [restatedOn(whole, longer), restatedOn(part, shorter)]
  const isNewestOne =
    (wholeOn === undefined) === (partOn === undefined) ||
    newestOf(wholeOn === undefined ? whole : part).filed >= (wholeOn ?? partOn)!
  return isNewestOne ? newest : [longer, shorter]
}

/** Day on which a value first differed from an earlier one of the same period. */
function restatedOn(history: History, { filed, value }: ReportedValue): string | undefined {
  return history.find((later) => later.filed > filed && later.value !== value)?.filed
}
