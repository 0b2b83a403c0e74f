import type { Fact } from './company-facts.ts'
import { daysBetween } from './days.ts'
import type { LineItem } from './line-item.ts'
import { type SectionSum, sectionSums } from './section-sums.ts'
import type { Section } from './sections/section.ts'

/** The sums of one filer's statements that contain a line. */
export type SectionLines = {
  /** Facts of the line that its section counts. If several of its concepts count, their sum. */
  factsOf(item: LineItem): Fact[]
  /**
   * Whether a value of the line belongs to the statement. It does not if the newest report of that
   * day sums up without it; or if that report does not sum up, and states several values, or one
   * that none of the filer's sums about that time counts.
   */
  isSupported(item: LineItem, end: string): boolean
}

/** A report that does not sum up uses the lines of reports within this many days. */
const sameLinesWithinDays = 400

/** Finds the lines of all sections in the facts of one filer. */
export function sectionLines(
  sections: readonly Section[],
  byConcept: ReadonlyMap<string, readonly Fact[]>,
): SectionLines {
  const read = sections.map((section) => ({
    section,
    sums: sectionSums(section, byConcept)
      .map((sum) => ({ ...sum, parts: section.parts }))
      .sort(byFiling),
  }))
  const sumsByItem = new Map<LineItem, (typeof read)[number]['sums']>()
  const sumsOf = (item: LineItem) => {
    const found = sumsByItem.get(item) ?? newSumsOf(item)
    sumsByItem.set(item, found)
    return found
  }
  const newSumsOf = (item: LineItem) => {
    const concepts = partsOf(item)
    return read
      .filter(({ section }) => section.parts.some((concept) => concepts.includes(concept)))
      .flatMap(({ sums }) => sums)
  }
  return {
    factsOf(item) {
      const sums = sumsOf(item)
      const nearest = new Map<string, ReadonlySet<string> | undefined>()
      const linesNear = (filed: string) => {
        if (!nearest.has(filed)) nearest.set(filed, linesOfNearest(filed, sums))
        return nearest.get(filed)
      }
      return sums.flatMap((sum) => {
        const lines = sum.lines ?? linesNear(sum.filed)
        const own = partsOf(item).flatMap((concept) =>
          lines?.has(concept) ? [sum.facts.get(concept)] : [],
        )
        if (own.length === 0 || own.includes(undefined)) return []
        const value = own.reduce((total, fact) => total + fact!.value, 0)
        return [{ ...own[0]!, value, isSum: own.length > 1 }]
      })
    },
    isSupported(item, end) {
      const sums = sumsOf(item)
      const newest = sums.findLast((sum) => sum.end === end)
      if (!newest) return true
      if (newest.lines) return isCounted(item, newest)
      if (!statedOnce(item, newest)) return false
      const near = sums.filter((sum) => sum.lines && isNear(sum, newest))
      return near.length === 0 || near.some((sum) => isCounted(item, sum))
    },
  }
}

/** Whether a sum counts the line, or one of its lines is a part of it. */
function isCounted(item: LineItem, { lines, subtotals }: SectionSum): boolean {
  return partsOf(item).some((concept) => lines?.has(concept) || subtotals.has(concept))
}

function isNear(one: SectionSum, other: SectionSum): boolean {
  return distance(one.filed, other.filed) <= sameLinesWithinDays
}

/**
 * Whether a report states one figure for the whole line, and not as a preferred concept of another
 * line: two concepts with one figure are one line.
 */
function statedOnce(
  item: LineItem,
  { facts, parts }: SectionSum & { parts: readonly string[] },
): boolean {
  const own = partsOf(item)
  const { partial = [] } = item
  const stated = own.filter((concept) => (facts.get(concept)?.value ?? 0) !== 0)
  const values = new Set(stated.map((concept) => facts.get(concept)!.value))
  const first = parts.findIndex((concept) => values.has(facts.get(concept)?.value ?? 0))
  if (stated.some((concept) => partial.includes(concept))) return false
  return values.size === 0 || (values.size === 1 && own.includes(parts[first]!))
}

function partsOf({ parts, concepts }: LineItem): readonly string[] {
  return parts ?? concepts.flat()
}

function byFiling(one: SectionSum, other: SectionSum): number {
  return one.filed < other.filed ? -1 : Number(one.filed > other.filed)
}

/** The lines of the nearest report that sums up, for a report with an additional line. */
function linesOfNearest(
  filed: string,
  sums: readonly SectionSum[],
): ReadonlySet<string> | undefined {
  let nearest: SectionSum | undefined
  for (const sum of sums) {
    if (!sum.lines) continue
    const isNearer = !nearest || distance(sum.filed, filed) < distance(nearest.filed, filed)
    if (isNearer) nearest = sum
  }
  return nearest && distance(nearest.filed, filed) <= sameLinesWithinDays
    ? nearest.lines
    : undefined
}

function distance(one: string, other: string): number {
  return Math.abs(daysBetween(one, other))
}
