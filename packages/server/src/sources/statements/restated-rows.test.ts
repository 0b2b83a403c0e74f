import { expect, test } from 'vitest'
import type { CompanyFacts, Fact } from './company-facts.ts'
import { incomeStatement } from './income-items.ts'
import { rowsKnownOn } from './restated-rows.ts'

const income = 'NetIncomeLoss'
const shares = 'WeightedAverageNumberOfSharesOutstandingBasic'
const eps = 'EarningsPerShareBasic'

/** Three reports about 2019: the first, a restatement in 2020, and a 2-for-1 split in 2021. */
const reports: readonly (readonly [string, string, number])[] = [
  [income, '2020-02-01', 1_000_000],
  [income, '2020-06-01', 1_200_000],
  [income, '2021-02-01', 1_200_000],
  [shares, '2020-02-01', 100_000],
  [shares, '2020-06-01', 100_000],
  [shares, '2021-02-01', 200_000],
  [eps, '2020-02-01', 10],
  [eps, '2020-06-01', 12],
  [eps, '2021-02-01', 6],
]

function factsUntil(day: string): CompanyFacts {
  const byConcept = new Map<string, Fact[]>()
  for (const [concept, filed, value] of reports.filter(([, filed]) => filed <= day)) {
    const period = { start: '2019-01-01', end: '2019-12-31', fiscalYear: 2019, fiscalPeriod: 'FY' }
    const fact = { ...period, value, filed, accession: filed, form: '10-K' }
    byConcept.set(concept, [...(byConcept.get(concept) ?? []), fact])
  }
  return { currency: 'USD', newestFiled: day, byConcept }
}

const whole = factsUntil('9999-12-31')
const rowOn = (knownOn: string) =>
  rowsKnownOn({ cut: factsUntil(knownOn), whole, knownOn }, incomeStatement, 'ANNUAL', 'today')[0]!

test('default: returns the figures of the day, and later restatements with the number of shares of that day', () => {
  expect(rowOn('2020-03-01')).toMatchObject({
    netIncome: 1_000_000,
    epsBasic: 10,
    sharesBasic: 100_000,
    filed: '2020-02-01',
    shareBasisFrom: null,
    restatements: [
      { field: 'netIncome', value: 1_200_000, filed: '2021-02-01', form: '10-K' },
      { field: 'epsBasic', value: 12, filed: '2021-02-01' },
    ],
  })
})

test('behavior: a split is not a restatement, and a later day knows both', () => {
  expect(rowOn('2020-07-01')).toMatchObject({ epsBasic: 12, splitFactor: 1, restatements: [] })
  expect(rowOn('2021-02-01')).toMatchObject({ epsBasic: 6, restatements: [] })
})
