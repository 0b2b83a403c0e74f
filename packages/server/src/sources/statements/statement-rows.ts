import type { CompanyFacts } from './company-facts.ts'
import { contradictsEarnings, contradictsTotals } from './contradictions.ts'
import type { FiscalCalendar } from './fiscal-calendar.ts'
import type { LineItem, Statement } from './line-item.ts'
import { readFacts } from './read-facts.ts'
import type { ReportedPeriods, ReportedValue } from './reported-periods.ts'
import { sharesSince } from './share-splits.ts'
import type { Split } from './stated-splits.ts'

/** Periods of a statement. */
export type StatementPeriod = 'ANNUAL' | 'QUARTERLY'

/**
 * Shares and figures per share: adjusted to the basis of the newest report, or as filed in each
 * report.
 */
export type ShareBasis = 'today' | 'as-filed'

/** One period of a statement: the common fields, and a number or `null` for each line. */
export type StatementRow = {
  /** `null` between two year ends if the filer's names would repeat. */
  fiscalYear: number | null
  /** `FY` in annual rows, else `Q1` to `Q4`. */
  fiscalPeriod: string | null
  /** `null` in a balance sheet. */
  startDate: string | null
  endDate: string
  /** Day of the latest filing with values of the row. */
  filed: string
  form: string
  accession: string
  currency: string
  /** Names of the fields computed from reported ones. */
  derived: string[]
  /** Names of the fields that no sum of the statement supports. */
  unsupported: string[]
  /** First report on the share basis of the row, if a split was found. */
  shareBasisFrom: string | null
  /** Number of shares on that basis for one share as filed. */
  splitFactor: number
  /** Changes in later reports, if the row is of an earlier day. */
  restatements: readonly Restatement[]
  [line: string]: number | string | string[] | readonly Restatement[] | null
}

/** A row's value in a later report, on the share basis of the row's day. */
export type Restatement = {
  field: string
  value: number
  filed: string
  form: string
  accession: string
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
  basis: ShareBasis = 'today',
): StatementRow[] {
  return statementPeriods(facts, statement, period, basis).map(({ row }) => row)
}

/** A row, with the reported value of each of its lines. */
export type SourcedRow = { row: StatementRow; values: ReadonlyMap<string, ReportedValue> }

/** {@link statementRows} with the reported value of each line. */
export function statementPeriods(
  facts: CompanyFacts,
  statement: Statement,
  period: StatementPeriod,
  basis: ShareBasis,
): SourcedRow[] {
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
    if (contradictsEarnings(statement.perShare, found)) unsupported.push(statement.perShare![0])
    dropRepeated(found, unsupported)
    const differences = statement.differences.filter(
      ({ unless = [] }) => !read.statesOn(named.endDate, unless),
    )
    const row = rowOf({ ...statement, differences }, found, {
      ...named,
      currency: facts.currency,
      unsupported: unsupported.filter((field) => found.has(field)),
      basis: { basis, splits: read.splits },
    })
    row.unsupported.push(...contradictsTotals(statement, row))
    return { row, values: found }
  })
}

/**
 * Removes a figure that repeats another line's concept: the same debt as borrowed and as a portion.
 */
function dropRepeated(found: Map<string, ReportedValue>, unsupported: readonly string[]): void {
  const supported = new Set(
    [...found].flatMap(([field, { value }]) => (unsupported.includes(field) ? [] : [value])),
  )
  for (const field of unsupported)
    if (supported.has(found.get(field)!.value) && found.get(field)!.value !== 0) found.delete(field)
}

type NamedPeriod = Pick<StatementRow, 'endDate' | 'fiscalYear' | 'fiscalPeriod'>

/** A day further from the end of a quarter is that of a merger or a listing. */
const daysOffMax = 25

/** One day for each year or quarter: of several days, the one with values for most lines. */
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

function pick(
  group: ReportedPeriods,
  { kind }: Statement,
  period: StatementPeriod,
): ReadonlyMap<string, ReportedValue> {
  if (kind === 'instant') return group.instants
  return period === 'ANNUAL' ? group.years : group.quarters
}

type Basis = { basis: ShareBasis; splits: readonly Split[] }

function rowOf(
  { items, differences, kind, anchors }: Statement,
  found: ReadonlyMap<string, ReportedValue>,
  {
    basis: { basis, splits },
    ...known
  }: NamedPeriod & Pick<StatementRow, 'currency' | 'unsupported'> & { basis: Basis },
): StatementRow {
  const values = [...found.values()]
  const newest = values.reduce((best, value) => (value.filed > best.filed ? value : best))
  const anchor = anchors.map((field) => found.get(field)).find((value) => value !== undefined)
  const factorOf = ({ filed }: ReportedValue) =>
    basis === 'today' ? sharesSince(splits, filed) : 1
  const counted = items
    .filter(({ unit }) => unit !== 'money')
    .flatMap(({ field }) => found.get(field) ?? [])
  const basisOn = basis === 'today' ? '9999-12-31' : (counted[0]?.filed ?? newest.filed)
  const row: StatementRow = {
    ...known,
    startDate: kind === 'instant' ? null : (anchor?.start ?? null),
    filed: newest.filed,
    form: newest.form,
    accession: newest.accession,
    derived: [],
    restatements: [],
    shareBasisFrom: splits.findLast(({ firstFiled }) => firstFiled <= basisOn)?.firstFiled ?? null,
    splitFactor: counted[0] ? factorOf(counted[0]) : 1,
  }
  for (const { field, unit } of items) {
    const value = found.get(field)
    row[field] = value === undefined ? null : onBasis(value.value, unit, factorOf(value))
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

/**
 * Figures per share are rounded to a hundredth of a cent, because after a split they are no whole
 * cents.
 */
export function onBasis(value: number, unit: LineItem['unit'], factor: number): number {
  if (unit === 'money' || factor === 1) return value
  return unit === 'shares' ? value * factor : Math.round((value / factor) * 10_000) / 10_000
}
