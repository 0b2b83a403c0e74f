import { z } from 'zod'
import { narrowedJson, refuse } from '../../upstreams/checked-answer.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import { usableRows } from '../usable-rows.ts'
import { balanceSheet } from './balance-sheet-items.ts'
import { cashFlow } from './cash-flow-items.ts'
import { incomeStatement } from './income-items.ts'
import type { LineUnit } from './line-item.ts'
import { conceptsOf, minorityConcepts, splitRatioConcept } from './sections/section.ts'

/** A value in one filing. `start` is `null` for a value at one day. */
export type Fact = {
  start: string | null
  end: string
  value: number
  /** Whether the value is the sum of several facts of the report. */
  isSum?: boolean
  accession: string
  form: string
  /** Day of the filing. */
  filed: string
  /** Fiscal year and period of the FILING, not of the value: comparatives have the later year. */
  fiscalYear: number | null
  fiscalPeriod: string | null
}

/** The facts of one filer that the statements use, from periodic reports only. */
export type CompanyFacts = {
  /** Currency of its newest report, ISO 4217. */
  currency: string
  /** Day of the newest periodic report in the file; `null` if there is none. */
  newestFiled: string | null
  /** Facts by concept, without unused concepts. */
  byConcept: ReadonlyMap<string, readonly Fact[]>
}

/**
 * Form types whose facts count, annual ones first. Amendments end in `/A`, transition reports in
 * `T`.
 */
export const annualForms: readonly string[] = ['10-K', '10-KT', '20-F', '40-F']
const interimForms: readonly string[] = ['10-Q', '10-QT', '6-K']

/**
 * Parses a response of `companyfacts` and keeps what the three statements need. Omits values of
 * proxy statements and current reports, which repeat figures with other roundings.
 *
 * @param url of the request, for the error
 * @param knownOn first removes all filings after this day
 * @param fallback reads the values in this currency instead of that of the newest report
 * @throws FiqError `UPSTREAM_CHANGED` for another form
 */
export function readCompanyFacts(
  answer: UpstreamAnswer,
  url: URL,
  knownOn?: string,
  fallback?: string,
): CompanyFacts {
  const { facts } = narrowedJson(answer, url, envelope)
  const taxonomies = [facts['us-gaap'], facts['ifrs-full']].map((found) =>
    unitsByConcept(found ?? {}, url, knownOn),
  )
  const currency = fallback ?? mainCurrency(taxonomies)
  const byConcept = new Map<string, Fact[]>()
  for (const [concept, unit] of unitOfConcept) {
    const found = taxonomies.flatMap((taxonomy) => {
      const rows = taxonomy.get(concept)?.[unitName(unit, currency)]
      return rows === undefined ? [] : narrowedFacts(rows, concept, url)
    })
    if (found.length > 0) byConcept.set(concept, found)
  }
  // Without its first day, the value of a year would be that of a day.
  const ofPeriods = Map.groupBy(
    [...byConcept].filter(([concept]) => conceptsOfPeriods.has(concept)),
    ([concept]) => unitOfConcept.get(concept),
  )
  for (const concepts of ofPeriods.values())
    if (concepts.every(([, found]) => found.every(({ start }) => start === null)))
      refuse(url, 'facts without the days on which they start')
  return { currency, newestFiled: newestFiled(byConcept), byConcept }
}

/** Identifies the period of a fact. */
export function periodOf({ start, end }: Fact): string {
  return `${start}|${end}`
}

/** Identifies the report and the period of a fact. */
export function periodOfReport(fact: Fact): string {
  return `${fact.accession}|${periodOf(fact)}`
}

/** The form without the mark of an amendment: `10-K/A` becomes `10-K`. */
export function plainForm(form: string): string {
  return form.endsWith('/A') ? form.slice(0, -2) : form
}

// Validates only the concepts in use, one in ten, because a response has megabytes.
const anyRecord = z.record(z.string(), z.unknown())

const envelope = z.object({
  facts: z.object({ 'us-gaap': anyRecord.optional(), 'ifrs-full': anyRecord.optional() }),
})

const conceptUnits = z.object({ units: anyRecord })

const day = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)

const factRows = usableRows(
  z.object({
    start: day.optional(),
    end: day,
    val: z.number(),
    accn: z.string(),
    fy: z.number().nullish(),
    fp: z.string().nullish(),
    form: z.string(),
    filed: day,
  }),
)

const conceptsIn = (groups: readonly (readonly string[])[]) =>
  groups.flatMap((group) => group.flatMap((concept) => concept.replace(/^-/, '').split('+')))

/** Concepts of the income statement, whose values are of a period. */
const conceptsOfPeriods: ReadonlySet<string> = new Set(
  incomeStatement.items.flatMap(({ concepts }) => conceptsIn(concepts)),
)

/** The unit of every concept that the three statements use. */
const unitOfConcept: ReadonlyMap<string, LineUnit> = new Map<string, LineUnit>([
  [splitRatioConcept, 'ratio'],
  ...minorityConcepts.map((concept): [string, LineUnit] => [concept, 'money']),
  ...[incomeStatement, balanceSheet, cashFlow].flatMap(({ items, sections = [], differences }) => [
    ...[...sections.flatMap(conceptsOf), ...differences.flatMap(({ unless = [] }) => unless)].map(
      (concept): [string, LineUnit] => [concept, 'money'],
    ),
    ...items.flatMap(({ unit, concepts, withoutMinorities = [] }) =>
      conceptsIn([...concepts, withoutMinorities]).map((concept): [string, LineUnit] => [
        concept,
        unit,
      ]),
    ),
  ]),
])

/** Unvalidated fact rows by concept and unit. */
type UnitsByConcept = ReadonlyMap<string, Readonly<Record<string, unknown>>>

function unitsByConcept(
  found: Readonly<Record<string, unknown>>,
  url: URL,
  knownOn: string | undefined,
): UnitsByConcept {
  const units = new Map<string, Readonly<Record<string, unknown>>>()
  for (const concept of unitOfConcept.keys()) {
    if (found[concept] === undefined) continue
    const narrowed = conceptUnits.safeParse(found[concept])
    if (!narrowed.success)
      refuse(url, 'a concept without units', { facts: [`Concept: ${concept}`] })
    else if (knownOn === undefined) units.set(concept, narrowed.data.units)
    else units.set(concept, filedUntil(narrowed.data.units, knownOn))
  }
  return units
}

/**
 * Rows filed until a day. Rows without a day of filing stay, so that the validation refuses them.
 */
function filedUntil(units: Readonly<Record<string, unknown>>, knownOn: string) {
  const isKnown = (row: { filed?: unknown } | null) => !(String(row?.filed ?? '') > knownOn)
  return Object.fromEntries(
    Object.entries(units)
      .map(([unit, rows]) => [unit, Array.isArray(rows) ? rows.filter(isKnown) : rows] as const)
      .filter(([, rows]) => !Array.isArray(rows) || rows.length > 0),
  )
}

/** Concepts that every filer uses. */
const commonConcepts = ['Assets', 'StockholdersEquity', 'Equity', 'NetIncomeLoss', 'ProfitLoss']

/**
 * The currency of most figures in the newest report, else in all reports: a filer may change its
 * currency, and foreign filers repeat some figures in dollars beside their own currency.
 */
function mainCurrency(taxonomies: readonly UnitsByConcept[]): string {
  const found = taxonomies.flatMap((taxonomy) =>
    commonConcepts.flatMap((concept) =>
      Object.entries(taxonomy.get(concept) ?? {}).flatMap(([currency, rows]) =>
        /^[A-Z]{3}$/.test(currency) && Array.isArray(rows)
          ? rows.map((row) => ({ currency, report: reportOf(row) }))
          : [],
      ),
    ),
  )
  const newest = found.map(({ report }) => report).reduce((a, b) => (a > b ? a : b), '')
  const inNewest = found.filter(({ report }) => report === newest)
  const [counted, all] = [inNewest, found].map((rows) => Map.groupBy(rows, (row) => row.currency))
  const countIn = (counts: typeof all, currency: string) => counts?.get(currency)?.length ?? 0
  const [most] = [...(all?.keys() ?? [])].sort(
    (a, b) => countIn(counted, b) - countIn(counted, a) || countIn(all, b) - countIn(all, a),
  )
  return most ?? 'USD'
}

/** Day and number of a periodic report, which sort by day; empty for other forms. */
function reportOf(row: { filed?: unknown; accn?: unknown; form?: unknown } | null): string {
  return isPeriodic(plainForm(String(row?.form))) ? `${row?.filed} ${row?.accn}` : ''
}

function unitName(unit: LineUnit, currency: string): string {
  if (unit === 'shares') return 'shares'
  if (unit === 'ratio') return 'pure'
  return unit === 'money' ? currency : `${currency}/shares`
}

function narrowedFacts(rows: unknown, concept: string, url: URL): Fact[] {
  const narrowed = factRows.safeParse(rows)
  if (!narrowed.success)
    return refuse(url, 'facts of another shape', {
      facts: [`Concept: ${concept}`, `At ${narrowed.error.issues[0]?.path.join('.')}`],
      cause: narrowed.error,
    })
  return narrowed.data
    .filter(({ form }) => isPeriodic(plainForm(form)))
    .map(({ start, end, val, accn, fy, fp, form, filed }) => ({
      start: start ?? null,
      end,
      value: val,
      accession: accn,
      form,
      filed,
      fiscalYear: fy ?? null,
      fiscalPeriod: fp ?? null,
    }))
}

function isPeriodic(form: string): boolean {
  return annualForms.includes(form) || interimForms.includes(form)
}

function newestFiled(byConcept: ReadonlyMap<string, readonly Fact[]>): string | null {
  let newest: string | null = null
  for (const facts of byConcept.values())
    for (const { filed } of facts) if (newest === null || filed > newest) newest = filed
  return newest
}
