import type { CompanyFacts, Fact } from './company-facts.ts'
import { type FiscalCalendar, fiscalCalendar } from './fiscal-calendar.ts'
import { fiscalDays, onFiscalDays } from './fiscal-days.ts'
import type { LineItem, Statement } from './line-item.ts'
import { type ReportedPeriods, type ReportedValue, reportedPeriods } from './reported-periods.ts'
import { type SectionLines, sectionLines } from './section-lines.ts'

/** Periods of a statement. */
export type StatementPeriod = 'ANNUAL' | 'QUARTERLY'

/** One period of a statement: the common fields, and a number or `null` for each line. */
export type StatementRow = {
  /** `null` between two ends of the year, where the filer's names would repeat. */
  fiscalYear: number | null
  /** `FY` in annual rows, else `Q1` to `Q4`. */
  fiscalPeriod: string | null
  /** `null` in a balance sheet. */
  startDate: string | null
  endDate: string
  /** The latest filing any value of the row comes from. */
  filed: string
  form: string
  accession: string
  currency: string
  /** Fields of this row that are computed from reported ones. */
  derived: string[]
  /** Fields of this row that no sum of the statement supports. */
  unsupported: string[]
  [line: string]: number | string | string[] | null
}

/**
 * The rows of one statement, oldest first, one for each year or quarter of the filer's calendar.
 * Amounts are in the filer's currency, unscaled.
 *
 * @example statementRows(facts, incomeStatement, 'ANNUAL').at(-1)?.revenue // 416161000000
 */
export function statementRows(
  facts: CompanyFacts,
  statement: Statement,
  period: StatementPeriod,
): StatementRow[] {
  const read = readFacts(facts)
  const lines = statement.items.map((item) => ({ item, groups: read.groupsOf(item, statement) }))
  const anchors = lines.filter(({ item }) => statement.anchors.includes(item.field))
  const ends = anchors.flatMap(({ groups }) =>
    groups.flatMap((group) => [...pick(group, statement, period).keys()]),
  )
  return namedPeriods(ends, read.calendar, period).map((named) => {
    const found = new Map<string, ReportedValue>()
    for (const { item, groups } of lines) {
      const group = groups.find((candidate) =>
        pick(candidate, statement, period).has(named.endDate),
      )
      if (group) found.set(item.field, pick(group, statement, period).get(named.endDate)!)
    }
    const sections = read.sectionsOf(statement)
    const isLine = (item: LineItem) => sections.isSupported(item, named.endDate)
    const unsupported = lines
      .map(({ item }) => item)
      .filter((item) => found.has(item.field) && !isLine(item))
      .map(({ field }) => field)
    dropRepeated(found, unsupported)
    return rowOf(statement, found, {
      ...named,
      currency: facts.currency,
      unsupported: unsupported.filter((field) => found.has(field)),
    })
  })
}

/** The figure of a line under the concept of another: the same debt as borrowed and as a portion. */
function dropRepeated(found: Map<string, ReportedValue>, unsupported: readonly string[]): void {
  const supported = new Set(
    [...found].flatMap(([field, { value }]) => (unsupported.includes(field) ? [] : [value])),
  )
  for (const field of unsupported)
    if (supported.has(found.get(field)!.value) && found.get(field)!.value !== 0) found.delete(field)
}

type NamedPeriod = Pick<StatementRow, 'endDate' | 'fiscalYear' | 'fiscalPeriod'>

/** Further from the end of a quarter, a day is one of a merger or a listing. */
const daysOffMax = 25

/** One day for each year or quarter: of several, the one that most lines have a value for. */
function namedPeriods(
  ends: readonly string[],
  { years, quarterEnding }: FiscalCalendar,
  period: StatementPeriod,
): NamedPeriod[] {
  const counts = new Map<string, number>()
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1)
  if (period === 'ANNUAL')
    return years
      .filter(({ end }) => counts.has(end))
      .map(({ end, fiscalYear }) => ({ endDate: end, fiscalYear, fiscalPeriod: 'FY' }))
  const chosen = new Map<string, NamedPeriod>()
  for (const endDate of [...counts.keys()].sort()) {
    const quarter = quarterEnding(endDate)
    if (quarter && quarter.daysOff > daysOffMax) continue
    const { fiscalYear = null, fiscalPeriod = null } = quarter ?? {}
    const name = quarter ? `${fiscalYear} ${fiscalPeriod}` : endDate
    const known = chosen.get(name)
    if (!known || counts.get(endDate)! >= counts.get(known.endDate)!)
      chosen.set(name, { endDate, fiscalYear, fiscalPeriod })
  }
  return [...chosen.values()]
}

/** What all statements of a filer share. It takes most of the time. */
type ReadFacts = {
  calendar: FiscalCalendar
  groupsOf(item: LineItem, statement: Statement): ReportedPeriods[]
  sectionsOf(statement: Statement): SectionLines
}

const kept = new WeakMap<CompanyFacts, ReadFacts>()

function readFacts(facts: CompanyFacts): ReadFacts {
  const known = kept.get(facts) ?? newlyRead(facts)
  kept.set(facts, known)
  return known
}

function newlyRead(facts: CompanyFacts): ReadFacts {
  const meant = fiscalDays([...facts.byConcept.values()].flat())
  const byConcept = new Map(
    [...facts.byConcept].map(([concept, found]) => [concept, onFiscalDays(found, meant)]),
  )
  const groups = new Map<LineItem, ReportedPeriods[]>()
  const sections = new Map<Statement, SectionLines>()
  const sectionsOf = (statement: Statement) => {
    const found = sections.get(statement) ?? sectionLines(statement.sections ?? [], byConcept)
    sections.set(statement, found)
    return found
  }
  return {
    calendar: fiscalCalendar([...byConcept.values()].flat()),
    sectionsOf,
    groupsOf(item, statement) {
      const found = groups.get(item) ?? groupsOf(item, byConcept, sectionsOf(statement))
      groups.set(item, found)
      return found
    },
  }
}

/** The facts that the statement's sums choose, then the groups in order of preference. */
function groupsOf(
  item: LineItem,
  byConcept: ReadonlyMap<string, readonly Fact[]>,
  sections: SectionLines,
): ReportedPeriods[] {
  const groups = item.concepts.map((group) =>
    group.flatMap((concept) => [byConcept.get(concept) ?? sumFacts(concept, byConcept)]),
  )
  return [[sections.factsOf(item)], ...groups]
    .filter((group) => group.some(({ length }) => length > 0))
    .map((group) => reportedPeriods(group, item.unit === 'money'))
}

/** The facts of `A+B`: see {@link LineItem}. */
function sumFacts(concept: string, byConcept: ReadonlyMap<string, readonly Fact[]>): Fact[] {
  const [one = '', other] = concept.split('+')
  if (other === undefined) return []
  const keyOf = ({ accession, start, end }: Fact) => `${accession}|${start}|${end}`
  const added = new Map((byConcept.get(other) ?? []).map((fact) => [keyOf(fact), fact.value]))
  return (byConcept.get(one) ?? []).flatMap((fact) => {
    const value = added.get(keyOf(fact))
    return value !== undefined && fact.value < value ? [{ ...fact, value: fact.value + value }] : []
  })
}

function pick(
  group: ReportedPeriods,
  { kind }: Statement,
  period: StatementPeriod,
): ReadonlyMap<string, ReportedValue> {
  if (kind === 'instant') return group.instants
  return period === 'ANNUAL' ? group.years : group.quarters
}

function rowOf(
  { items, differences, kind, anchors }: Statement,
  found: ReadonlyMap<string, ReportedValue>,
  known: NamedPeriod & Pick<StatementRow, 'currency' | 'unsupported'>,
): StatementRow {
  const values = [...found.values()]
  const newest = values.reduce((best, value) => (value.filed > best.filed ? value : best))
  const anchor = anchors.map((field) => found.get(field)).find((value) => value !== undefined)
  const row: StatementRow = {
    ...known,
    startDate: kind === 'instant' ? null : (anchor?.start ?? null),
    filed: newest.filed,
    form: newest.form,
    accession: newest.accession,
    derived: [],
  }
  for (const { field } of items) {
    const value = found.get(field)
    row[field] = value?.value ?? null
    if (value?.derived) row.derived.push(field)
  }
  for (const { field, from, less, alsoLess = '' } of differences) {
    const [minuend, subtrahend, more] = [row[from], row[less], row[alsoLess] ?? 0]
    if (row[field] !== null || typeof minuend !== 'number' || typeof subtrahend !== 'number')
      continue
    row[field] = minuend - subtrahend - Number(more)
    row.derived.push(field)
  }
  return row
}
