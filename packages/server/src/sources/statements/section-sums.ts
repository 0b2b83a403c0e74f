import { type Fact, periodOfReport } from './company-facts.ts'
import { fewestThatSum } from './sections/fewest-that-sum.ts'
import { conceptsOf, type Section } from './sections/section.ts'

/** The lines of a section in one report for one period: concepts that sum to its total. */
export type SectionSum = {
  accession: string
  start: string | null
  end: string
  filed: string
  facts: ReadonlyMap<string, Fact>
  /** `undefined` if no choice of concepts sums to the total. */
  lines: ReadonlySet<string> | undefined
  /** Other concepts that are the sum of several lines in each period of the report. */
  subtotals: ReadonlySet<string>
}

type Lines = Pick<SectionSum, 'lines' | 'subtotals'>

/** The facts of one report for one period, and the figure that its lines sum to. */
type Period = Omit<SectionSum, keyof Lines> & { sum: number }

/**
 * Determines a section's lines in every report. A report states many concepts both on the statement
 * and in notes, in parts and in sums. The lines of the statement are those that sum to its total
 * when the fewest others are omitted. All periods of a report have the same lines, so a choice that
 * sums in each of them is preferred: it is less likely to be a coincidence.
 */
export function sectionSums(
  section: Section,
  byConcept: ReadonlyMap<string, readonly Fact[]>,
): SectionSum[] {
  const reports = Map.groupBy(periodsOf(section, byConcept), ({ accession }) => accession)
  return [...reports.values()].flatMap((periods) => {
    const common = periods.length > 1 ? linesOf(section, periods) : noLines
    return periods.map(({ sum: _, ...period }, index) => {
      const { lines, subtotals } = common.lines ? common : linesOf(section, [periods[index]!])
      return { ...period, lines: lines && statedIn(period, lines), subtotals }
    })
  })
}

function periodsOf(section: Section, byConcept: ReadonlyMap<string, readonly Fact[]>): Period[] {
  const found = new Map<string, Map<string, Fact>>()
  for (const concept of conceptsOf(section))
    for (const fact of byConcept.get(concept) ?? []) {
      const key = periodOfReport(fact)
      const facts = found.get(key) ?? new Map<string, Fact>()
      found.set(key, facts.set(concept, fact))
    }
  return [...found.values()].flatMap((facts) => {
    const total = section.total.map((concept) => facts.get(concept)).find((fact) => fact)
    const less = section.less === undefined ? undefined : facts.get(section.less)
    if (!total || (section.less !== undefined && !less)) return []
    const { accession, start, end, filed } = total
    return [{ accession, start, end, filed, facts, sum: total.value - (less?.value ?? 0) }]
  })
}

function statedIn({ facts }: Pick<SectionSum, 'facts'>, lines: ReadonlySet<string>): Set<string> {
  return new Set([...lines].filter((concept) => (facts.get(concept)?.value ?? 0) !== 0))
}

const noLines: Lines = { lines: undefined, subtotals: new Set() }

/** A concept with its value in each period, negative if it reduces the total. */
type Term = { concept: string; values: readonly number[] }

function linesOf(
  { oneOf, parts, negative = [], chances }: Section,
  periods: readonly Period[],
): Lines {
  const stated = new Set(periods.flatMap(({ facts }) => [...facts.keys()]))
  const signed = (concepts: readonly string[], sign: number): Term[] =>
    concepts.flatMap((concept) => {
      if (!stated.has(concept)) return []
      const values = periods.map(({ facts }) => sign * (facts.get(concept)?.value ?? 0))
      return values.some((value) => value !== 0) ? [{ concept, values }] : []
    })
  const terms = [...signed(parts, 1), ...signed(negative, -1)]
  const bases: (Term | undefined)[] = oneOf ? signed(oneOf, 1) : [undefined]
  if (terms.length < 2) return noLines
  const all = [...terms, ...bases.flatMap((base) => base ?? [])]
  const units = periods.map(({ sum }, at) =>
    usualUnit([sum, ...all.map(({ values }) => values[at]!)]),
  )
  const odds = periods.reduce((all, { sum }, at) => (all * Math.abs(sum)) / units[at]!, 1 / chances)
  const slacks = units.map((unit) => unit / 2)
  const values = terms.map((term) => term.values)
  const excesses = bases.map((base) =>
    periods.map(
      ({ sum }, at) =>
        terms.reduce((all, term) => all + term.values[at]!, base?.values[at] ?? 0) - sum,
    ),
  )
  const found = fewestThatSum(values, excesses, slacks, odds)
  if (!found) return noLines
  const base = bases[found.sum]
  const left = terms.filter((_, index) => !found.indices.includes(index))
  const lines = [...(base ? [base] : []), ...left]
  // In one period, some lines often sum to an unrelated figure.
  const others = periods.length > 1 ? found.indices.map((index) => terms[index]!) : []
  const subtotals = others.filter(({ values }) => isSubtotal(values, lines, slacks, odds))
  return { lines: conceptsIn(lines), subtotals: conceptsIn(subtotals) }
}

function isSubtotal(
  values: readonly number[],
  lines: readonly Term[],
  slacks: readonly number[],
  odds: number,
): boolean {
  if (values.filter((value) => value !== 0).length < 2) return false
  const found = fewestThatSum(
    lines.map((line) => line.values),
    [values],
    slacks,
    odds,
  )
  return found !== undefined && found.indices.length > 1
}

function conceptsIn(terms: readonly Term[]): Set<string> {
  return new Set(terms.map(({ concept }) => concept))
}

const units = [1_000_000, 100_000, 1_000]

/** The unit to which figures are rounded: 1, 1,000, 100,000 or a million. */
export function unitOf(values: readonly number[]): number {
  return units.find((unit) => values.every((value) => value % unit === 0)) ?? 1
}

/** The unit of the total and of most figures: some notes are more exact than the statement. */
function usualUnit([total = 0, ...values]: readonly number[]): number {
  const stated = values.filter((value) => value !== 0)
  const isUsual = (unit: number) =>
    stated.filter((value) => value % unit === 0).length >= stated.length * 0.8
  return units.find((unit) => total % unit === 0 && isUsual(unit)) ?? 1
}
