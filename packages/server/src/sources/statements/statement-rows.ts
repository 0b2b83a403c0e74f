import type { CompanyFacts } from './company-facts.ts'
import { fiscalCalendar } from './fiscal-calendar.ts'
import { incomeStatement } from './income-items.ts'
import type { LineItem, Statement } from './line-item.ts'
import { type ReportedPeriods, type ReportedValue, reportedPeriods } from './reported-periods.ts'

/** Periods of a statement. */
export type StatementPeriod = 'ANNUAL' | 'QUARTERLY'

/** One period of a statement: the common fields, and a number or `null` for each line. */
export type StatementRow = {
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
  [line: string]: number | string | string[] | null
}

/**
 * The rows of one statement, oldest first. Amounts are in the filer's currency, unscaled.
 *
 * @example statementRows(facts, incomeStatement, 'ANNUAL').at(-1)?.revenue // 416161000000
 */
export function statementRows(
  facts: CompanyFacts,
  statement: Statement,
  period: StatementPeriod,
): StatementRow[] {
  const lines = statement.items.map((item) => ({ item, groups: groupsOf(facts, item) }))
  const anchors = lines.filter(({ item }) => statement.anchors.includes(item.field))
  const calendar = fiscalCalendar(anchorFacts(facts))
  const ends = new Set(
    anchors.flatMap(({ groups }) =>
      groups.flatMap((group) => [...pick(group, statement, period).keys()]),
    ),
  )
  const wanted = statement.kind === 'instant' && period === 'ANNUAL' ? yearEndsOf(facts) : ends
  return [...ends]
    .filter((end) => wanted.has(end))
    .sort()
    .map((end) => {
      const found = new Map<string, ReportedValue>()
      for (const { item, groups } of lines) {
        const group = groups.find((candidate) => pick(candidate, statement, period).has(end))
        if (group) found.set(item.field, pick(group, statement, period).get(end)!)
      }
      return rowOf(statement, found, {
        endDate: end,
        currency: facts.currency,
        fiscalYear: calendar(end)?.fiscalYear ?? null,
        fiscalPeriod: period === 'ANNUAL' ? 'FY' : (calendar(end)?.fiscalPeriod ?? null),
      })
    })
}

/** The years and the quarters of a line come from the same periods, which take most of the time. */
const groupsKept = new WeakMap<CompanyFacts, Map<LineItem, ReportedPeriods[]>>()

function groupsOf(facts: CompanyFacts, item: LineItem): ReportedPeriods[] {
  const kept = groupsKept.get(facts) ?? new Map<LineItem, ReportedPeriods[]>()
  groupsKept.set(facts, kept)
  const groups =
    kept.get(item) ??
    item.concepts
      .map((group) => group.flatMap((concept) => [facts.byConcept.get(concept) ?? []]))
      .filter((found) => found.some(({ length }) => length > 0))
      .map((found) => reportedPeriods(found, item.unit === 'money'))
  kept.set(item, groups)
  return groups
}

function pick(
  group: ReportedPeriods,
  { kind }: Statement,
  period: StatementPeriod,
): ReadonlyMap<string, ReportedValue> {
  if (kind === 'instant') return group.instants
  return period === 'ANNUAL' ? group.years : group.quarters
}

/** Facts that every report has. They determine the fiscal year of its filing. */
function anchorFacts(facts: CompanyFacts) {
  return incomeStatement.items
    .filter(({ field }) => incomeStatement.anchors.includes(field))
    .flatMap(({ concepts }) => concepts.flat())
    .flatMap((concept) => facts.byConcept.get(concept) ?? [])
}

/** Days on which a fiscal year ended, by the income statement. */
function yearEndsOf(facts: CompanyFacts): ReadonlySet<string> {
  const anchors = incomeStatement.items.filter(({ field }) =>
    incomeStatement.anchors.includes(field),
  )
  return new Set(
    anchors.flatMap((item) => groupsOf(facts, item)).flatMap(({ years }) => [...years.keys()]),
  )
}

function rowOf(
  { items, differences, kind, anchors }: Statement,
  found: ReadonlyMap<string, ReportedValue>,
  known: Pick<StatementRow, 'endDate' | 'currency' | 'fiscalYear' | 'fiscalPeriod'>,
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
  for (const { field, from, less } of differences) {
    const [minuend, subtrahend] = [row[from], row[less]]
    if (row[field] !== null || typeof minuend !== 'number' || typeof subtrahend !== 'number')
      continue
    row[field] = minuend - subtrahend
    row.derived.push(field)
  }
  return row
}
