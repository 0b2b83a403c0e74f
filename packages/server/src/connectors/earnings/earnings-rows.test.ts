import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readCompanyFacts } from '../../sources/statements/company-facts.ts'
import { incomeStatement } from '../../sources/statements/income-items.ts'
import { type StatementRow, statementRows } from '../../sources/statements/statement-rows.ts'
import { earningsQuarters } from './earnings-rows.ts'

const row = (endDate: string, epsDiluted: number | null, more: object = {}): StatementRow => ({
  fiscalYear: 2025,
  fiscalPeriod: 'Q1',
  startDate: null,
  endDate,
  filed: '2026-02-01',
  form: '10-Q',
  accession: 'a',
  currency: 'USD',
  derived: [],
  unsupported: [],
  restatements: [],
  shareBasisFrom: null,
  splitFactor: 1,
  revenue: 100,
  netIncome: 10,
  epsDiluted,
  epsBasic: null,
  sharesDiluted: 10,
  sharesBasic: 10,
  ...more,
})
const ends = ['2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31'] as const
const quarters = [
  row(ends[0], 1),
  row(ends[1], 1.1),
  row(ends[2], 0.9),
  row(ends[3], null, { derived: ['netIncome', 'taxes'] }),
]

test('default: newest first; a fourth quarter is the year minus three quarters', () => {
  const found = earningsQuarters(quarters, [row(ends[3], 4)])
  expect(found.map(({ periodEnd, epsDiluted }) => [periodEnd, epsDiluted])).toEqual([
    [ends[3], 1],
    [ends[2], 0.9],
    [ends[1], 1.1],
    [ends[0], 1],
  ])
  expect(found[0]?.derived).toEqual(['netIncome', 'epsDiluted'])
})

test('behavior: a difference that contradicts net income means a split, and gives null', () => {
  const [newest] = earningsQuarters(quarters, [row(ends[3], 2)])
  expect(newest).toMatchObject({ epsDiluted: null, derived: ['netIncome'] })
})

test('behavior: derives nothing without the year or a quarter', () => {
  expect(earningsQuarters(quarters, [])[0]?.epsDiluted).toBeNull()
  expect(earningsQuarters(quarters.slice(1), [row(ends[3], 4)])[0]?.epsDiluted).toBeNull()
})

test('behavior: without a quarter of the year, one of the year before does not replace it', () => {
  const before = row('2024-12-31', 1.1, { fiscalYear: 2024 })
  const gap = [before, ...quarters.filter(({ endDate }) => endDate !== ends[1])]
  expect(earningsQuarters(gap, [row(ends[3], 4)])[0]?.epsDiluted).toBeNull()
})

const apple = new URL(
  '../../../../../../shared/data/edgar/companyfacts_CIK0000320193.json.gz',
  import.meta.url,
)

test.skipIf(!existsSync(apple))(
  `behavior: recorded facts${existsSync(apple) ? '' : ' (skipped: ../shared/data is absent)'}`,
  () => {
    const body = gunzipSync(readFileSync(apple))
    const facts = readCompanyFacts({ body, mode: 'recorded', asOf: null, retrievedAt: '' }, apple)
    const found = earningsQuarters(
      statementRows(facts, incomeStatement, 'QUARTERLY'),
      statementRows(facts, incomeStatement, 'ANNUAL'),
    )
    const eps = (end: string) => found.find(({ periodEnd }) => periodEnd === end)?.epsDiluted
    // As announced. Without the one-time tax charge, the fourth quarter of 2024 would be 1.64.
    expect(['2025-12-27', '2025-09-27', '2024-09-28', '2023-09-30'].map(eps)).toEqual([
      2.84, 1.84, 0.97, 1.47,
    ])
    const fourth = found.filter(({ fiscalPeriod }) => fiscalPeriod === 'Q4')
    expect(fourth.filter(({ epsDiluted }) => epsDiluted !== null).length).toBeGreaterThan(10)
  },
)
