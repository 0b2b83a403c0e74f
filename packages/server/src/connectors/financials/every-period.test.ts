import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { balanceSheet } from '../../sources/statements/balance-sheet-items.ts'
import { cashFlow } from '../../sources/statements/cash-flow-items.ts'
import { readCompanyFacts } from '../../sources/statements/company-facts.ts'
import { incomeStatement } from '../../sources/statements/income-items.ts'
import type { Statement } from '../../sources/statements/line-item.ts'
import { statementRows } from '../../sources/statements/statement-rows.ts'

/**
 * Compares every fiscal year and quarter of two filers, line by line, with the raw file. A second,
 * much simpler computation reads it: no shared code, one loop over the facts for each period.
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
  [incomeStatement, 'sharesDiluted', 'shares', ['WeightedAverageNumberOfDilutedSharesOutstanding']],
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

/** Facts of the concepts, only from the newest filing of each period. */
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

/** Whether reports give different values for the same period. */
function isRestated({ start, end }: RawFact, every: readonly RawFact[]): boolean {
  const same = every.filter((fact) => fact.start === start && fact.end === end)
  return new Set(same.map(({ val }) => val)).size > 1
}

/**
 * The expected value of a line for the period that ends on a day; null for none. `undefined` for a
 * difference with one restated part: those are listed by hand.
 */
function expected(
  facts: readonly RawFact[],
  every: readonly RawFact[],
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
        if (rest < 80 || rest > 100) continue
        return isRestated(longer, every) === isRestated(shorter, every)
          ? longer.val - shorter.val
          : undefined
      }
  return null
}

/** Quarters for which the year or the months before were restated, in millions, by hand. */
const restatedInPart: Readonly<Record<string, readonly [string, string, number][]>> = {
  'companyfacts_CIK0000320193.json.gz': [
    // As announced in October 2008. The year was restated in 2010, but not its nine months.
    ['revenue', '2008-09-27', 7_895],
    ['netIncome', '2008-09-27', 1_136],
    // $16.1 billion, as announced in October 2016; restated cash changed the year by 407.
    ['operatingCashFlow', '2016-09-24', 16_126],
    // Both restated: 39,804 less 27,234, and 48,476 less 39,804.
    ['operatingCashFlow', '2017-04-01', 12_570],
    ['operatingCashFlow', '2017-07-01', 8_672],
    // Nine months of 9,499 were repeated after the six were restated to 6,134.
    ['dividendsPaid', '2017-07-01', 3_365],
    // The year in the cash flow statement, 11,257, less nine months. A note has 9,200.
    ['depreciationAndAmortization', '2015-09-26', 3_119],
  ],
  'companyfacts_CIK0001652044.json.gz': [
    ['operatingCashFlow', '2014-12-31', 6_364],
    // As announced in February 2018; the year was restated by 32 in 2020.
    ['operatingIncome', '2017-12-31', 7_664],
  ],
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
        const rows = statementRows(facts!, statement, period, 'as-filed')
        const known = latest(raw, concepts, unit)
        const every = concepts
          .flatMap((concept) => raw.facts['us-gaap'][concept]?.units[unit] ?? [])
          .filter(isReport)
        const wanted = rows
          .map(({ endDate }) => [endDate, expected(known, every, endDate, period, unit)] as const)
          .filter(([, value]) => value !== undefined)
        const found = rows
          .map((row) => [row.endDate, row[field]] as const)
          .filter(([end]) => wanted.some(([wantedEnd]) => wantedEnd === end))
        expect(found).toEqual(wanted)
        expect(found.filter(([, value]) => value !== null).length).toBeGreaterThan(
          period === 'ANNUAL' ? 3 : 8,
        )
      })

      test.each(restatedInPart[file]!)(
        'behavior: %s of the quarter to %s is on one basis',
        (field, end, millions) => {
          const row = [incomeStatement, cashFlow]
            .flatMap((statement) => statementRows(facts!, statement, 'QUARTERLY'))
            .find(({ endDate, [field]: value }) => endDate === end && value !== undefined)
          expect(row?.[field]).toBe(millions * 1e6)
        },
      )

      test('behavior: no fiscal year or quarter is missing, and each occurs once', () => {
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

      test('behavior: four quarters sum to the year, to the dollar', () => {
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
