import { describe, expect, test } from 'vitest'
import { companyTickers, factsOf, submissionsOf } from './sec.ts'

const now = Date.parse('2026-11-18T17:00:00Z')
const apple = '0000320193'

test('default: lists tickers like the SEC, largest first', () => {
  const { fields, data } = JSON.parse(companyTickers())
  expect(fields).toEqual(['cik', 'name', 'ticker', 'exchange'])
  expect(data[1]).toEqual([320193, 'Apple Inc.', 'AAPL', 'Nasdaq'])
})

describe('submissionsOf', () => {
  const { recent } = JSON.parse(submissionsOf(apple, now)!).filings

  test('default: columns have equal length, newest first, none from the future', () => {
    const lengths = Object.values(recent).map((column) => (column as unknown[]).length)
    expect(new Set(lengths).size).toBe(1)
    expect(recent.filingDate).toEqual([...recent.filingDate].sort().reverse())
    expect(recent.filingDate[0] < '2026-11-18').toBe(true)
    expect(new Set(recent.accessionNumber).size).toBe(recent.accessionNumber.length)
  })

  test('behavior: a share class has the same filer', () => {
    expect(JSON.parse(submissionsOf('0001652044', now)!).tickers).toContain('GOOGL')
  })

  test('error: has nothing about an unknown filer', () => {
    expect(submissionsOf('9999999999', now)).toBeUndefined()
    expect(factsOf('9999999999', now, 1)).toBeUndefined()
  })
})

describe('factsOf', () => {
  const { facts, cik } = JSON.parse(factsOf(apple, now, 1)!)
  type Row = { start: string; end: string; val: number; form: string; fy: number; frame?: string }
  const rows = (concept: string, unit = 'USD'): Row[] => facts['us-gaap'][concept].units[unit]
  const days = ({ start, end }: Row) => (Date.parse(end) - Date.parse(start)) / 86_400_000
  const revenue = rows('RevenueFromContractWithCustomerExcludingAssessedTax')

  test('default: quarters and the year to date sum to the year', () => {
    expect(cik).toBe(320193)
    const of = (start: string, end: string) =>
      revenue.find((row) => row.start === start && row.end === end)!.val
    const nineMonths = of('2025-01-01', '2025-09-30')
    const quarters = [
      of('2025-01-01', '2025-03-31'),
      of('2025-04-01', '2025-06-30'),
      of('2025-07-01', '2025-09-30'),
    ]
    expect(quarters.reduce((sum, quarter) => sum + quarter)).toBe(nineMonths)
    expect(of('2025-01-01', '2025-12-31')).toBeGreaterThan(nineMonths)
  })

  test('behavior: earlier periods repeat in later filings, a frame occurs once', () => {
    const year = revenue.filter((row) => row.start === '2023-01-01' && row.end === '2023-12-31')
    expect(year.map(({ fy }) => fy)).toEqual([2023, 2024, 2025])
    const frames = revenue.flatMap(({ frame }) => frame ?? [])
    expect(new Set(frames).size).toBe(frames.length)
    for (const row of revenue.filter(({ frame }) => /^CY\d{4}$/.test(frame ?? '')))
      expect(days(row)).toBeGreaterThan(350)
  })

  test('behavior: the balance sheet balances, and the income statement sums', () => {
    const at = (concept: string) => rows(concept).findLast(({ end }) => end === '2026-06-30')!.val
    expect(at('Liabilities') + at('StockholdersEquity')).toBe(at('Assets'))
    const year = (concept: string) =>
      rows(concept).find((row) => row.frame === 'CY2025')?.val ?? Number.NaN
    expect(year('GrossProfit')).toBe(
      year('RevenueFromContractWithCustomerExcludingAssessedTax') -
        year('CostOfGoodsAndServicesSold'),
    )
    expect(rows('EarningsPerShareDiluted', 'USD/shares').at(-1)?.val).toBeGreaterThan(0)
  })
})
