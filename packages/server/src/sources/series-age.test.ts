import { expect, test } from 'vitest'
import { isOverdueReport, isStaleSeries } from './series-age.ts'

const points = (...dates: string[]) => dates.map((date) => ({ date, value: 1 }))
const at = (day: string) => new Date(`${day}T00:00:00Z`)

test.each([
  ['monthly', points('2026-05-01', '2026-06-01'), '2026-10-15', '2026-10-20'],
  ['quarterly', points('2026-01-01', '2026-04-01'), '2027-01-10', '2027-01-20'],
  ['annual', points('2024-01-01', '2023-01-01'), '2026-08-28', '2026-09-01'],
  ['daily', points('2026-06-01', '2026-06-02'), '2026-08-02', '2026-08-05'],
])('default: a %s series', (_rhythm, series, fresh, stale) => {
  expect(isStaleSeries(series, at(fresh))).toBe(false)
  expect(isStaleSeries(series, at(stale))).toBe(true)
})

test('behavior: points without a value do not count; an empty series is not stale', () => {
  const missing = { date: '2026-06-01', value: null }
  expect(isStaleSeries([...points('2020-01-01', '2020-02-01'), missing], at('2026-06-02'))).toBe(
    true,
  )
  expect(isStaleSeries([missing], at('2026-06-02'))).toBe(true)
  expect(isStaleSeries(points('2026-01-01'), at('2026-06-02'))).toBe(false)
})

const large = { annualForm: '10-K', annualDays: 35, isBeforeYearEnd: false }

test.each([
  ['a quarter of a large filer, 40 days', { ...large, ends: ['2026-03-31', '2026-06-30'] }, 141],
  [
    'a quarter of a small filer, 45 days',
    { ...large, annualDays: 88, ends: ['2026-03-31', '2026-06-30'] },
    146,
  ],
  [
    'the year of a large filer, 60 days',
    { ...large, isBeforeYearEnd: true, ends: ['2026-06-30', '2026-09-30'] },
    161,
  ],
  [
    'a year abroad, four months',
    { ...large, annualForm: '20-F', annualDays: 110, ends: ['2024-12-31', '2025-12-31'] },
    497,
  ],
  [
    'a year of a Canadian filer, 90 days',
    { ...large, annualForm: '40-F', annualDays: 60, ends: ['2025-12-31'] },
    465,
  ],
])('behavior: %s and ten more', (_, habit, daysMax) => {
  const last = Date.parse(habit.ends.at(-1)!)
  const after = (days: number) => new Date(last + days * 86_400_000)
  expect(isOverdueReport(habit, after(daysMax))).toBe(false)
  expect(isOverdueReport(habit, after(daysMax + 2))).toBe(true)
})

test('behavior: a filer without reports is overdue', () => {
  expect(isOverdueReport({ ...large, ends: [] }, at('2026-01-01'))).toBe(true)
})
