import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { balanceSheet } from './balance-sheet-items.ts'
import { cashFlow } from './cash-flow-items.ts'
import { readCompanyFacts } from './company-facts.ts'
import { incomeStatement } from './income-items.ts'
import type { Statement } from './line-item.ts'
import { statementRows } from './statement-rows.ts'

/**
 * Every fiscal year and quarter of two filers, line by line, against the raw file read by a second,
 * much simpler computation: no shared code, one loop over the facts for each period.
 */
const folder = new URL('../../../../../../shared/data/edgar/', import.meta.url)
const isHere = existsSync(folder)

type RawFact = { start?: string; end: string; val: number; form: string; filed: string }
type Raw = { facts: { 'us-gaap': Record<string, { units: Record<string, RawFact[]> }> } }

const lines: readonly [Statement, field: string, unit: string, concepts: readonly string[]][] = [
  [incomeStatement, 'netIncome', 'USD', ['NetIncomeLoss']],
  [incomeStatement, 'operatingIncome', 'USD', ['OperatingIncomeLoss']],
  [incomeStatement, 'researchAndDevelopment', 'USD', ['ResearchAndDevelopmentExpense']],
  [incomeStatement, 'incomeTax', 'USD', ['IncomeTaxExpenseBenefit']],
  [incomeStatement, 'epsDiluted', 'USD/shares', ['EarningsPerShareDiluted']],
  [
    incomeStatement,
    'revenue',
    'USD',
    [
      'Revenues',
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'SalesRevenueNet',
    ],
  ],
  [balanceSheet, 'totalAssets', 'USD', ['Assets']],
  [balanceSheet, 'currentLiabilities', 'USD', ['LiabilitiesCurrent']],
  [balanceSheet, 'inventory', 'USD', ['InventoryNet']],
  [
    cashFlow,
    'operatingCashFlow',
    'USD',
    [
      'NetCashProvidedByUsedInOperatingActivities',
      'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
    ],
  ],
  [cashFlow, 'stockRepurchased', 'USD', ['PaymentsForRepurchaseOfCommonStock']],
]

const days = (start: string, end: string) => (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1
const isReport = ({ form }: RawFact) => /^10-[KQ]T?(?:\/A)?$/.test(form)

/** Facts of the concepts, the newest filing of each period alone. */
function latest(raw: Raw, concepts: readonly string[], unit: string): RawFact[] {
  const byPeriod: Record<string, RawFact> = {}
  for (const concept of concepts)
    for (const fact of raw.facts['us-gaap'][concept]?.units[unit] ?? []) {
      const key = `${fact.start}/${fact.end}`
      const isYear = fact.start !== undefined && days(fact.start, fact.end) >= 350
      if (!isReport(fact) || (isYear && !fact.form.startsWith('10-K'))) continue
      if (!byPeriod[key] || fact.filed > byPeriod[key].filed) byPeriod[key] = fact
      else if (fact.filed === byPeriod[key].filed && concepts.length === 1) byPeriod[key] = fact
    }
  return Object.values(byPeriod)
}

/** What a line should say for the period that ends on a day: a value, or nothing. */
function expected(
  facts: readonly RawFact[],
  end: string,
  period: 'ANNUAL' | 'QUARTERLY',
  unit: string,
) {
  const instant = facts.find((fact) => fact.start === undefined && fact.end === end)
  if (instant) return instant.val
  const spans = facts.filter((fact) => fact.start !== undefined && fact.end === end)
  const of = (from: number, to: number) =>
    spans
      .filter(({ start }) => days(start!, end) >= from && days(start!, end) <= to)
      .sort((a, b) => (a.filed < b.filed ? 1 : -1))[0]
  if (period === 'ANNUAL') return of(350, 380)?.val ?? null
  const quarter = of(80, 100)
  if (quarter) return quarter.val
  if (unit !== 'USD') return null
  for (const longer of spans)
    for (const shorter of facts)
      if (shorter.start === longer.start && shorter.end < end) {
        const rest = days(shorter.end, end) - 1
        if (rest >= 80 && rest <= 100) return longer.val - shorter.val
      }
  return null
}

describe.skipIf(!isHere)(
  `every fiscal year and quarter${isHere ? '' : ' (skipped: ../shared/data is absent)'}`,
  () => {
    describe.each([
      ['Apple', 'companyfacts_CIK0000320193.json.gz', 2007, '2007-09-29'],
      ['Alphabet', 'companyfacts_CIK0001652044.json.gz', 2013, '2013-12-31'],
    ])('of %s', (_name, file, firstYear, firstEnd) => {
      const bytes = isHere ? gunzipSync(readFileSync(new URL(file, folder))) : Buffer.from('{}')
      const raw = JSON.parse(bytes.toString()) as Raw
      const facts = isHere
        ? readCompanyFacts({ body: bytes, mode: 'recorded', asOf: null, retrievedAt: '' }, folder)
        : undefined

      test.each(
        lines.flatMap(([statement, field, unit, concepts]) =>
          (['ANNUAL', 'QUARTERLY'] as const).map(
            (period) => [field, period, statement, unit, concepts] as const,
          ),
        ),
      )('default: %s, %s', (field, period, statement, unit, concepts) => {
        const rows = statementRows(facts!, statement, period)
        const known = latest(raw, concepts, unit)
        const found = rows.map((row) => [row.endDate, row[field]])
        expect(found).toEqual(
          rows.map(({ endDate }) => [endDate, expected(known, endDate, period, unit)]),
        )
        expect(found.filter(([, value]) => value !== null).length).toBeGreaterThan(
          period === 'ANNUAL' ? 4 : 9,
        )
      })

      test('behavior: no fiscal year or quarter is missing, each is named once', () => {
        const years = statementRows(facts!, incomeStatement, 'ANNUAL')
        expect(years[0]).toMatchObject({ fiscalYear: firstYear, endDate: firstEnd })
        const last = years.at(-1)!.fiscalYear!
        expect(years.map(({ fiscalYear }) => fiscalYear)).toEqual(
          Array.from({ length: last - firstYear + 1 }, (_, index) => firstYear + index),
        )
        const quarters = statementRows(facts!, incomeStatement, 'QUARTERLY').filter(
          ({ fiscalYear, netIncome }) => netIncome !== null && fiscalYear! > firstYear + 2,
        )
        const names = quarters.map(
          ({ fiscalYear, fiscalPeriod }) => `${fiscalYear} ${fiscalPeriod}`,
        )
        const complete = Array.from(
          { length: last - firstYear - 2 },
          (_, index) => firstYear + 3 + index,
        )
        for (const year of complete)
          for (const quarter of ['Q1', 'Q2', 'Q3', 'Q4'])
            expect(names).toContain(`${year} ${quarter}`)
        expect(new Set(names).size).toBe(names.length)
      })

      test('behavior: four quarters make the year, to the dollar', () => {
        const quarters = statementRows(facts!, incomeStatement, 'QUARTERLY')
        for (const year of statementRows(facts!, incomeStatement, 'ANNUAL')) {
          const own = quarters.filter(({ fiscalYear }) => fiscalYear === year.fiscalYear)
          const parts = own.map(({ netIncome }) => netIncome)
          if (parts.length < 4 || parts.includes(null)) continue
          const sum = (parts as number[]).reduce((all, part) => all + part, 0)
          expect([year.fiscalYear, sum]).toEqual([year.fiscalYear, year['netIncome']])
        }
      })
    })
  },
)
