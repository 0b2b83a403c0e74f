import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { fiscalCalendar } from './fiscal-calendar.ts'

function fact(end: string, more: Partial<Fact>): Fact {
  return {
    start: '2000-01-01',
    end,
    value: 1,
    accession: end,
    form: '10-K',
    filed: end,
    fiscalYear: null,
    fiscalPeriod: 'FY',
    ...more,
  }
}

test('default: fy is the year of the filing, so comparatives are placed by their distance', () => {
  const calendar = fiscalCalendar([
    fact('2022-09-24', { fiscalYear: 2024, accession: 'a' }),
    fact('2023-09-30', { fiscalYear: 2024, accession: 'a' }),
    fact('2024-09-28', { fiscalYear: 2024, accession: 'a' }),
  ])
  const years = ['2007-09-29', '2022-09-24', '2023-09-30', '2024-09-28'].map(calendar)
  expect(years.map((found) => found?.fiscalYear)).toEqual([2007, 2022, 2023, 2024])
  expect(years.every((found) => found?.fiscalPeriod === 'Q4')).toBe(true)
  expect(calendar('2024-12-28')).toEqual({ fiscalYear: 2025, fiscalPeriod: 'Q1' })
  expect(calendar('2025-06-28')).toEqual({ fiscalYear: 2025, fiscalPeriod: 'Q3' })
})

test('behavior: a year that ends in January is named as its filer names it', () => {
  const calendar = fiscalCalendar([fact('2025-02-01', { fiscalYear: 2024 })])
  expect(calendar('2024-05-04')).toEqual({ fiscalYear: 2024, fiscalPeriod: 'Q1' })
  expect(calendar('2026-01-31')).toEqual({ fiscalYear: 2025, fiscalPeriod: 'Q4' })
})

test('behavior: after a change of year end the nearest report decides', () => {
  const calendar = fiscalCalendar([
    fact('2020-06-30', { fiscalYear: 2020 }),
    fact('2023-12-31', { fiscalYear: 2023 }),
  ])
  expect(calendar('2020-09-30')).toEqual({ fiscalYear: 2021, fiscalPeriod: 'Q1' })
  expect(calendar('2023-09-30')).toEqual({ fiscalYear: 2023, fiscalPeriod: 'Q3' })
})

test('behavior: without an annual report the quarterly ones tell', () => {
  const quarterly = { form: '10-Q', fiscalYear: 2026, fiscalPeriod: 'Q2' }
  const calendar = fiscalCalendar([fact('2026-06-30', quarterly)])
  expect(calendar('2026-03-31')).toEqual({ fiscalYear: 2026, fiscalPeriod: 'Q1' })
  expect(calendar('2026-09-30')).toEqual({ fiscalYear: 2026, fiscalPeriod: 'Q3' })
})

test('behavior: null when no filing tells', () => {
  expect(fiscalCalendar([])('2026-03-31')).toBeNull()
})
