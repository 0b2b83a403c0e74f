import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { balanceSheet } from './balance-sheet-items.ts'
import { cashFlow } from './cash-flow-items.ts'
import { type CompanyFacts, type Fact, readCompanyFacts } from './company-facts.ts'
import { incomeStatement } from './income-items.ts'
import { onBasis, statementRows } from './statement-rows.ts'

function factsOf(byConcept: Record<string, readonly Partial<Fact>[]>): CompanyFacts {
  const whole = (fact: Partial<Fact>): Fact => ({
    start: '2024-01-01',
    end: '2024-12-31',
    value: 0,
    accession: '0000000001-25-000001',
    form: '10-K',
    filed: '2025-02-01',
    fiscalYear: 2024,
    fiscalPeriod: 'FY',
    ...fact,
  })
  return {
    currency: 'EUR',
    newestFiled: '2025-02-01',
    byConcept: new Map(Object.entries(byConcept).map(([name, facts]) => [name, facts.map(whole)])),
  }
}

test('default: returns a row with its lines, nulls for unreported ones, and the names of computed ones', () => {
  const facts = factsOf({ Revenues: [{ value: 100 }], CostOfRevenue: [{ value: 60 }] })
  const [row, ...others] = statementRows(facts, incomeStatement, 'ANNUAL')
  expect(others).toEqual([])
  expect(row).toMatchObject({
    fiscalYear: 2024,
    fiscalPeriod: 'FY',
    startDate: '2024-01-01',
    endDate: '2024-12-31',
    filed: '2025-02-01',
    form: '10-K',
    accession: '0000000001-25-000001',
    currency: 'EUR',
    revenue: 100,
    costOfRevenue: 60,
    grossProfit: 40,
    netIncome: null,
    derived: ['grossProfit'],
  })
})

test('behavior: unreported liabilities are the total less all equity, including minority owners', () => {
  const onDay = (value: number) => [{ start: null, value }]
  const facts = factsOf({
    Assets: onDay(100),
    LiabilitiesAndStockholdersEquity: onDay(100),
    StockholdersEquity: onDay(30),
    StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest: onDay(40),
  })
  expect(statementRows(facts, balanceSheet, 'QUARTERLY')).toMatchObject([
    {
      totalLiabilities: 60,
      stockholdersEquity: 30,
      totalEquity: 40,
      derived: ['totalLiabilities'],
    },
  ])
})

test('behavior: unreported equity of the parent is that of all owners less that of the minorities', () => {
  const onDay = (value: number) => [{ start: null, value }]
  const whole = {
    Assets: onDay(100),
    StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest: onDay(40),
  }
  const rowOf = (more: Parameters<typeof factsOf>[0]) =>
    statementRows(factsOf({ ...whole, ...more }), balanceSheet, 'QUARTERLY')[0]
  expect(rowOf({ MinorityInterest: onDay(3) })).toMatchObject({
    stockholdersEquity: 37,
    minorityInterest: 3,
    derived: ['stockholdersEquity'],
  })
  // Without minority owners, both are the same figure.
  expect(rowOf({ NetIncomeLoss: [{ value: 5 }] })).toMatchObject({ stockholdersEquity: 40 })
  expect(rowOf({ ProfitLoss: [{ value: 5 }] })).toMatchObject({ stockholdersEquity: 40 })
  const twoIncomes = { NetIncomeLoss: [{ value: 4 }], ProfitLoss: [{ value: 5 }] }
  expect(rowOf(twoIncomes)).toMatchObject({ stockholdersEquity: null })
})

test('behavior: a balance sheet without current items has its other assets and payables', () => {
  const onDay = (value: number) => [{ start: null, value }]
  const facts = { Assets: onDay(100), OtherAssets: onDay(7), AccountsPayable: onDay(5) }
  const [row] = statementRows(factsOf(facts), balanceSheet, 'QUARTERLY')
  expect(row).toMatchObject({ otherNoncurrentAssets: 7, accountsPayable: 5 })
})

test('behavior: an IFRS decrease of receivables is a negative increase, listed as computed', () => {
  const facts = factsOf({
    CashFlowsFromUsedInOperatingActivities: [{ value: 100 }],
    AdjustmentsForDecreaseIncreaseInTradeAccountReceivable: [{ value: 8 }],
    AdjustmentsForDecreaseIncreaseInInventories: [{ value: -3 }],
  })
  expect(statementRows(facts, cashFlow, 'ANNUAL')).toMatchObject([
    {
      changeInReceivables: -8,
      changeInInventory: 3,
      derived: ['changeInReceivables', 'changeInInventory'],
    },
  ])
})

test('behavior: net payments below zero are no capital expenditures', () => {
  const capexOf = (value: number) =>
    statementRows(
      factsOf({
        NetCashProvidedByUsedInOperatingActivities: [{ value: 100 }],
        PaymentsForProceedsFromProductiveAssets: [{ value }],
      }),
      cashFlow,
      'ANNUAL',
    )[0]?.['capitalExpenditures']
  expect([capexOf(20), capexOf(-20)]).toEqual([20, null])
})

test("behavior: a bank's revenue is that of interest and of other kinds, not its fees", () => {
  const fees = 'RevenueFromContractWithCustomerExcludingAssessedTax'
  const rowOf = (values: Readonly<Record<string, number>>) =>
    statementRows(
      factsOf(
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [{ value }]])),
      ),
      incomeStatement,
      'ANNUAL',
    )[0]
  const bank = { NetIncomeLoss: 9, InterestIncomeExpenseNet: 80, NoninterestIncome: 20, [fees]: 3 }
  expect(rowOf(bank)).toMatchObject({ revenue: 100, derived: ['revenue'] })
  expect(rowOf({ ...bank, NoninterestIncome: -5 })).toMatchObject({ revenue: 75 })
  expect(rowOf({ ...bank, NoninterestIncome: 150, [fees]: 140 })).toMatchObject({ revenue: 230 })
  expect(rowOf({ ...bank, Revenues: 101 })).toMatchObject({ revenue: 101, derived: [] })
  expect(rowOf({ NetIncomeLoss: 9, InterestIncomeExpenseNet: 4, [fees]: 3 })).toMatchObject({
    revenue: 3,
  })
})

test('behavior: net income is that of the parent, computed if a report states only that of all owners', () => {
  const part = 'NetIncomeLossAttributableToNoncontrollingInterest'
  const rowOf = (values: Readonly<Record<string, number>>) =>
    statementRows(
      factsOf(
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [{ value }]])),
      ),
      incomeStatement,
      'ANNUAL',
    )[0]
  expect(rowOf({ ProfitLoss: 90, [part]: 10 })).toMatchObject({
    netIncome: 80,
    derived: ['netIncome'],
  })
  expect(rowOf({ ProfitLoss: 90, [part]: 10, NetIncomeLoss: 81 })).toMatchObject({
    netIncome: 81,
    derived: [],
  })
  expect(rowOf({ ProfitLoss: 90 })).toMatchObject({ netIncome: 90, derived: [] })
})

test('behavior: a utility and a landlord report revenue in concepts of their own', () => {
  for (const concept of ['RegulatedOperatingRevenue', 'RealEstateRevenueNet']) {
    const facts = factsOf({ NetIncomeLoss: [{ value: 9 }], [concept]: [{ value: 50 }] })
    expect(statementRows(facts, incomeStatement, 'ANNUAL')).toMatchObject([{ revenue: 50 }])
  }
})

test('behavior: one average for basic and diluted shares counts for both, in whole shares', () => {
  const facts = factsOf({
    NetIncomeLoss: [{ value: -3_000_000 }],
    EarningsPerShareBasicAndDiluted: [{ value: -0.5 }],
    WeightedAverageNumberOfShareOutstandingBasicAndDiluted: [{ value: 6_000 }],
  })
  expect(statementRows(facts, incomeStatement, 'ANNUAL')).toMatchObject([
    { epsBasic: -0.5, epsDiluted: -0.5, sharesBasic: 6_000_000, sharesDiluted: 6_000_000 },
  ])
})

test('behavior: a line uses the next concept only if the first has no value', () => {
  const facts = factsOf({
    NetIncomeLoss: [{ value: 5 }],
    ProfitLoss: [
      { value: 6, filed: '2026-02-01' },
      { value: 4, start: '2023-01-01', end: '2023-12-31' },
    ],
  })
  const rows = statementRows(facts, incomeStatement, 'ANNUAL')
  expect(rows.map(({ endDate, netIncome }) => [endDate, netIncome])).toEqual([
    ['2023-12-31', 4],
    ['2024-12-31', 5],
  ])
})

test('behavior: a day without an anchor gives no row, and neither does a year without a fiscal year', () => {
  const assets = [
    { start: null, value: 9 },
    { start: null, value: 8, end: '2024-09-30', form: '10-Q' },
  ]
  const facts = factsOf({
    Revenues: [{ value: 1 }],
    Assets: assets,
    Goodwill: [{ start: null, value: 3, end: '2023-03-31' }],
  })
  const daysOf = (period: 'ANNUAL' | 'QUARTERLY') =>
    statementRows(facts, balanceSheet, period).map(({ endDate }) => endDate)
  expect(daysOf('ANNUAL')).toEqual(['2024-12-31'])
  expect(daysOf('QUARTERLY')).toEqual(['2024-09-30', '2024-12-31'])
})

test('behavior: a day more than 25 days from the end of its quarter gives no row', () => {
  const daysOf = (end: string) =>
    statementRows(
      factsOf({ Revenues: [{ value: 1 }], Assets: [{ start: null, value: 8, end, form: '10-Q' }] }),
      balanceSheet,
      'QUARTERLY',
    ).map(({ endDate }) => endDate)
  expect(daysOf('2024-10-24')).toEqual(['2024-10-24'])
  expect(daysOf('2024-10-27')).toEqual([])
})

test('behavior: of two days of a quarter with as many lines, the later one is the row', () => {
  const own = { form: '10-Q', fiscalPeriod: 'Q2', fiscalYear: 2011, filed: '2010-09-01' }
  const facts = factsOf({
    Revenues: [
      { ...own, start: '2010-05-02', end: '2010-07-31', value: 810 },
      { ...own, start: '2010-05-03', end: '2010-08-02', value: 811 },
    ],
  })
  expect(statementRows(facts, incomeStatement, 'QUARTERLY')).toMatchObject([{ revenue: 811 }])
})

test('behavior: figures per share keep a hundredth of a cent on another basis', () => {
  expect(onBasis(1, 'per-share', 3)).toBe(0.3333)
  expect(onBasis(0.12345, 'per-share', 1)).toBe(0.12345)
  expect([onBasis(10, 'shares', 3), onBasis(10, 'money', 3)]).toEqual([30, 10])
})

test('behavior: one quarter with two end days is one row', () => {
  const quarter = { form: '10-Q', fiscalPeriod: 'Q2', fiscalYear: 2011 }
  const own = { ...quarter, start: '2010-05-03', end: '2010-08-01', filed: '2010-09-01' }
  const repeated = { ...quarter, start: '2010-05-02', end: '2010-07-31', filed: '2011-09-01' }
  const facts = factsOf({
    Revenues: [{ ...own, value: 811 }],
    NetIncomeLoss: [{ ...own, value: -141 }],
    CostOfRevenue: [{ ...repeated, value: 677 }],
  })
  expect(statementRows(facts, incomeStatement, 'QUARTERLY')).toMatchObject([
    { endDate: '2010-08-01', revenue: 811, netIncome: -141, costOfRevenue: 677 },
  ])
})

const folder = new URL('../../../../../../shared/data/edgar/', import.meta.url)
const reason = existsSync(folder) ? '' : ' (skipped: ../shared/data/edgar is absent)'

describe.skipIf(reason !== '')(`real facts${reason}`, () => {
  const apple = filer('0000320193')
  const alphabet = filer('0001652044')

  test("behavior: returns every fiscal year of Apple from 2007, with Apple's names", () => {
    const rows = statementRows(apple.facts, incomeStatement, 'ANNUAL')
    expect(rows.map(({ fiscalYear }) => fiscalYear)).toEqual(
      Array.from({ length: 19 }, (_, index) => 2007 + index),
    )
    expect(rows.at(-1)).toMatchObject({
      endDate: '2025-09-27',
      revenue: 416_161_000_000,
      netIncome: 112_010_000_000,
      epsDiluted: 7.46,
      form: '10-K',
    })
  })

  test('behavior: returns every year of Alphabet from 2013, although it changed its revenue concept', () => {
    const rows = statementRows(alphabet.facts, incomeStatement, 'ANNUAL')
    expect(rows.map(({ fiscalYear }) => fiscalYear)).toEqual(
      Array.from({ length: 13 }, (_, index) => 2013 + index),
    )
    expect(rows.every(({ revenue, netIncome }) => revenue !== null && netIncome !== null)).toBe(
      true,
    )
  })

  test.each([
    ['Apple', apple],
    ['Alphabet', alphabet],
  ])('behavior: each year of %s equals the newest fact of the file', (_, { facts, raw }) => {
    const concepts = {
      revenue: [
        'Revenues',
        'RevenueFromContractWithCustomerExcludingAssessedTax',
        'SalesRevenueNet',
      ],
      netIncome: ['NetIncomeLoss'],
      operatingIncome: ['OperatingIncomeLoss'],
    }
    const rows = statementRows(facts, incomeStatement, 'ANNUAL')
    for (const row of rows)
      for (const [line, names] of Object.entries(concepts))
        expect([row.endDate, line, row[line]]).toEqual([row.endDate, line, newest(raw, names, row)])
    expect(rows.length).toBeGreaterThan(10)
  })

  test.each([
    // A later report restated the cash flow of 2016, but not its quarters.
    ['Apple', apple, { operatingCashFlow: { 2016: 407_000_000 } }],
    ['Alphabet', alphabet, {}],
  ] as const)('behavior: the quarters of %s sum to its years', (_, { facts }, restated) => {
    const restatedBy: Readonly<Record<string, Readonly<Record<number, number>>>> = restated
    let years = 0
    for (const [statement, line] of [
      [incomeStatement, 'revenue'],
      [incomeStatement, 'netIncome'],
      [cashFlow, 'operatingCashFlow'],
    ] as const) {
      const quarters = statementRows(facts, statement, 'QUARTERLY')
      for (const year of statementRows(facts, statement, 'ANNUAL')) {
        const own = quarters.filter(({ fiscalYear }) => fiscalYear === year.fiscalYear)
        if (own.length < 4) continue
        years += 1
        expect(own.map(({ fiscalPeriod }) => fiscalPeriod)).toEqual(['Q1', 'Q2', 'Q3', 'Q4'])
        const sum = own.reduce((total, row) => total + (row[line] as number), 0)
        const asFirstReported = (year[line] as number) - (restatedBy[line]?.[year.fiscalYear!] ?? 0)
        // Both are rounded to millions: the sum of four quarters may differ from the year by as
        // many.
        expect(Math.abs(sum - asFirstReported)).toBeLessThanOrEqual(2_000_000)
      }
    }
    expect(years).toBeGreaterThan(25)
  })

  test('behavior: the fourth quarter is the year minus nine months, and marked as derived', () => {
    const row = statementRows(apple.facts, incomeStatement, 'QUARTERLY').find(
      ({ endDate }) => endDate === '2025-09-27',
    )
    const concept = ['RevenueFromContractWithCustomerExcludingAssessedTax']
    const start = '2024-09-29'
    const year = newest(apple.raw, concept, { startDate: start, endDate: '2025-09-27' })
    const nineMonths = newest(apple.raw, concept, { startDate: start, endDate: '2025-06-28' })
    expect(row).toMatchObject({ fiscalPeriod: 'Q4', startDate: '2025-06-29', epsDiluted: null })
    expect(row?.revenue).toBe(year! - nineMonths!)
    expect(row?.derived).toContain('revenue')
  })

  test.each([
    ['Apple', apple],
    ['Alphabet', alphabet],
  ])('behavior: both sides of every balance sheet of %s are equal', (_, { facts }) => {
    const rows = statementRows(facts, balanceSheet, 'QUARTERLY')
    expect(rows.length).toBeGreaterThan(40)
    for (const row of rows) {
      expect(row.liabilitiesAndEquity).toBe(row.totalAssets)
      expect((row.totalLiabilities as number) + (row.totalEquity as number)).toBe(row.totalAssets)
    }
  })
})

type RawFact = { start?: string; end: string; val: number; form: string; filed: string }
type RawFile = { facts: { 'us-gaap': Record<string, { units: Record<string, RawFact[]> }> } }

function filer(cik: string): { facts: CompanyFacts; raw: RawFile } {
  if (reason !== '') return { facts: factsOf({}), raw: { facts: { 'us-gaap': {} } } }
  const file = new URL(`companyfacts_CIK${cik}.json.gz`, folder)
  const body = gunzipSync(readFileSync(file))
  return {
    facts: readCompanyFacts({ body, mode: 'mirror', asOf: null, retrievedAt: '' }, file),
    raw: JSON.parse(body.toString()) as RawFile,
  }
}

/**
 * The value for a period in the newest 10-K or 10-Q of the raw file, without the code under test.
 */
function newest(
  raw: RawFile,
  concepts: readonly string[],
  { startDate, endDate }: { startDate: string | null; endDate: string },
): number | undefined {
  const found = concepts
    .flatMap((concept) => raw.facts['us-gaap'][concept]?.units['USD'] ?? [])
    .filter(({ start, end }) => start === startDate && end === endDate)
    .filter(({ form }) => form.startsWith('10-'))
    .sort((a, b) => (a.filed < b.filed ? -1 : 1))
  return found.at(-1)?.val
}

test('behavior: an insurer that sells goods has no gross profit', () => {
  const sales = { Revenues: [{ value: 400 }], CostOfGoodsAndServicesSold: [{ value: 47 }] }
  const benefits = { PolicyholderBenefitsAndClaimsIncurredNet: [{ value: 264 }] }
  const [row] = statementRows(factsOf({ ...sales, ...benefits }), incomeStatement, 'ANNUAL')
  expect(row).toMatchObject({ costOfRevenue: 47, grossProfit: null, derived: [] })
})

test('behavior: a partnership has earnings per unit', () => {
  const facts = factsOf({
    Revenues: [{ value: 100 }],
    NetIncomeLossPerOutstandingLimitedPartnershipUnitBasicNetOfTax: [{ value: 2.5 }],
    NetIncomeLossNetOfTaxPerOutstandingLimitedPartnershipUnitDiluted: [{ value: 2.4 }],
    WeightedAverageLimitedPartnershipUnitsOutstanding: [{ value: 40 }],
  })
  const [row] = statementRows(facts, incomeStatement, 'ANNUAL')
  expect(row).toMatchObject({ epsBasic: 2.5, epsDiluted: 2.4, sharesBasic: 40 })
})

test('behavior: the sum of goods and services is the line if no total is stated', () => {
  const facts = factsOf({
    SalesRevenueGoodsNet: [{ value: 60 }],
    SalesRevenueServicesNet: [{ value: 40 }],
    CostOfGoodsSold: [{ value: 30 }],
    CostOfServices: [{ value: 50 }],
  })
  const [row] = statementRows(facts, incomeStatement, 'ANNUAL')
  expect(row).toMatchObject({ revenue: 100, costOfRevenue: 80, grossProfit: 20 })
})

test('behavior: depreciation of a note is not depreciation and amortization without a sum', () => {
  const facts = factsOf({
    ProfitLoss: [{ value: 7_153 }],
    ShareBasedCompensation: [{ value: 1_999 }],
    IncreaseDecreaseInAccountsReceivable: [{ value: 1_083 }],
    NetCashProvidedByUsedInOperatingActivities: [{ value: 14_923 }],
    Depreciation: [{ value: 4_120 }],
  })
  const [row] = statementRows(facts, cashFlow, 'ANNUAL')
  expect(row).toMatchObject({
    depreciationAndAmortization: 4_120,
    unsupported: ['depreciationAndAmortization'],
  })
})

test('behavior: comprehensive income of all owners is that of the parent without minorities', () => {
  const all = 'ComprehensiveIncomeNetOfTaxIncludingPortionAttributableToNoncontrollingInterest'
  const base = { NetIncomeLoss: [{ value: 10 }], [all]: [{ value: 12 }] }
  const minorities = { NetIncomeLossAttributableToNoncontrollingInterest: [{ value: 3 }] }
  const incomes = [base, { ...base, ...minorities }].map(
    (facts) => statementRows(factsOf(facts), incomeStatement, 'ANNUAL')[0]?.['comprehensiveIncome'],
  )
  expect(incomes).toEqual([12, null])
})

test('behavior: an expense that is smaller than its part in the report is one of a note', () => {
  const rowOf = (expense: number) =>
    statementRows(
      factsOf({
        Revenues: [{ value: 88_821 }],
        ResearchAndDevelopmentExpense: [{ value: expense }],
        ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost: [{ value: 17_232 }],
      }),
      incomeStatement,
      'ANNUAL',
    )[0]
  expect(rowOf(1_841)).toMatchObject({ researchAndDevelopment: 17_232 })
  expect(rowOf(19_073)).toMatchObject({ researchAndDevelopment: 19_073 })
})
