import type { Fact } from './company-facts.ts'
import { conceptsOf, type Section } from './section.ts'

/** The lines of a section in one report for one period: concepts that sum to its total. */
export type SectionSum = {
  accession: string
  start: string | null
  end: string
  filed: string
  facts: ReadonlyMap<string, Fact>
  /** `undefined` if no choice of concepts sums to the total. */
  lines: ReadonlySet<string> | undefined
}

/**
 * Determines a section's lines in every report. A report states many concepts both on the statement
 * and in notes, in parts and in sums. The lines of the statement are those that sum to its total
 * when the fewest others are omitted.
 */
export function sectionSums(
  section: Section,
  byConcept: ReadonlyMap<string, readonly Fact[]>,
): SectionSum[] {
  const reports = new Map<string, Map<string, Fact>>()
  for (const concept of conceptsOf(section))
    for (const fact of byConcept.get(concept) ?? []) {
      const key = `${fact.accession}|${fact.start}|${fact.end}`
      const facts = reports.get(key) ?? new Map<string, Fact>()
      reports.set(key, facts.set(concept, fact))
    }
  return [...reports.values()].flatMap((facts) => {
    const total = section.total.map((concept) => facts.get(concept)).find((fact) => fact)
    const less = section.less === undefined ? undefined : facts.get(section.less)
    if (!total || (section.less !== undefined && !less)) return []
    const { accession, start, end, filed } = total
    const lines = linesOf(section, facts, total.value - (less?.value ?? 0))
    return [{ accession, start, end, filed, facts, lines }]
  })
}

const choicesMax = 20_000

function linesOf(
  { parts, negative = [], chances }: Section,
  facts: ReadonlyMap<string, Fact>,
  total: number,
): ReadonlySet<string> | undefined {
  const signed = (concepts: readonly string[], sign: number) =>
    concepts.flatMap((concept) => {
      const value = facts.get(concept)?.value
      return value === undefined || value === 0 ? [] : [{ concept, value: sign * value }]
    })
  const terms = [...signed(parts, 1), ...signed(negative, -1)]
  if (terms.length < 2) return undefined
  const unit = unitOf([total, ...terms.map(({ value }) => value)])
  const excess = terms.reduce((sum, { value }) => sum + value, 0) - total
  const values = terms.map(({ value }) => value)
  const out = fewestThatSum(values, excess, unit / 2, Math.abs(total) / unit / chances)
  return (
    out && new Set(terms.filter((_, index) => !out.includes(index)).map(({ concept }) => concept))
  )
}

/** The unit to which figures are rounded: 1, 1,000, 100,000 or a million. */
export function unitOf(values: readonly number[]): number {
  return (
    [1_000_000, 100_000, 1_000].find((unit) => values.every((value) => value % unit === 0)) ?? 1
  )
}

/**
 * Indices of the fewest values that sum to an excess; of equal choices, the later ones.
 *
 * @param slack tolerance of the sum
 * @param triesMax maximum number of choices to try
 */
export function fewestThatSum(
  values: readonly number[],
  excess: number,
  slack: number,
  triesMax: number,
): number[] | undefined {
  let ofCount = 1
  let tried = 0
  for (let count = 0; count < values.length; count += 1) {
    tried += ofCount
    if (tried > choicesMax || tried > triesMax) return undefined
    const found = choose(values, count, excess, slack, values.length - 1)
    if (found) return found
    ofCount *= (values.length - count) / (count + 1)
  }
  return undefined
}

function choose(
  values: readonly number[],
  count: number,
  rest: number,
  slack: number,
  from: number,
): number[] | undefined {
  if (count === 0) return Math.abs(rest) <= slack ? [] : undefined
  for (let index = from; index >= count - 1; index -= 1) {
    const found = choose(values, count - 1, rest - values[index]!, slack, index - 1)
    if (found) return [index, ...found]
  }
  return undefined
}
