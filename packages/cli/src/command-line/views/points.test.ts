import { expect, test } from 'vitest'
import { periodFrom, periodOf, pointsBefore, pointsIn, rhythmOf, yearBefore } from './points.ts'
import { formatOf } from './value-format.ts'

const points = (...dates: string[]) => pointsIn(dates.map((date, value) => ({ date, value })))

test.each([
  [['2025-01-01', '2024-01-01', '2023-01-01'], 'annual', '2025'],
  [['2026-07-01', '2026-04-01', '2026-01-01'], 'quarterly', '2026-Q3'],
  [['2026-10-01', '2026-09-01', '2026-08-01'], 'monthly', '2026-10'],
  [['2026-11-18', '2026-11-11', '2026-11-04'], 'weekly', '2026-11-18'],
  [['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16'], 'daily', '2026-11-20'],
  [['2025-01-01'], 'annual', '2025'],
  [[], 'daily', ''],
])('default: formats %j as %s', (dates, rhythm, newest) => {
  const given = points(...dates)
  expect(rhythmOf(given)).toBe(rhythm)
  expect(periodOf(given[0]?.date ?? '', rhythmOf(given))).toBe(newest)
})

test('behavior: newest first for either input order; skips a point without a value', () => {
  const rows = [
    { date: '2024-01-01', value: 1 },
    { date: '2025-01-01', value: 2 },
    { date: '2026-01-01', value: null },
  ]
  expect(pointsIn(rows).map(({ date }) => date)).toEqual(['2025-01-01', '2024-01-01'])
})

test('default: returns the point a year before', () => {
  const given = points('2026-10-01', '2026-09-01', '2025-10-01')
  expect(yearBefore(given, given[0]!)?.date).toBe('2025-10-01')
  expect(yearBefore(given, given[2]!)).toBeUndefined()
})

test('behavior: the point before is one period before, not across a month without a value', () => {
  // The unemployment rate of the United States: there was no survey in October 2025.
  const given = points('2025-12-01', '2025-11-01', '2025-09-01', '2025-08-01')
  const before = pointsBefore(given)
  expect(given.map((point) => before(point)?.date)).toEqual([
    '2025-11-01',
    undefined,
    '2025-08-01',
    undefined,
  ])
  const days = points('2026-11-23', '2026-11-20', '2026-11-19', '2026-10-30')
  expect(days.map((point) => pointsBefore(days)(point)?.date)).toEqual([
    '2026-11-20',
    '2026-11-19',
    '2026-10-30',
    undefined,
  ])
})

test("default: one format for all values, with the source's decimals, at most three", () => {
  expect([331.842, 330.1].map(formatOf([331.842, 330.1]))).toEqual(['331.842', '330.100'])
  expect([2.29999, 1].map(formatOf([2.29999]))).toEqual(['2.300', '1.000'])
  expect([159_900].map(formatOf([159_900]))).toEqual(['159,900'])
  expect([23_190_000_000_000, 940_000_000_000].map(formatOf([23.19e12]))).toEqual([
    '23.19T',
    '0.94T',
  ])
  expect(formatOf([1e-7])(1e-7)).toBe('0.000')
})

test.each([
  ['2025-01-01', 'annual', { date: '2025-01-01', name: '2025', lastDay: '2025-12-31' }],
  ['2026-07-01', 'quarterly', { date: '2026-07-01', name: '2026-Q3', lastDay: '2026-09-30' }],
  ['2024-02-01', 'monthly', { date: '2024-02-01', name: '2024-02', lastDay: '2024-02-29' }],
  ['2026-11-20', 'daily', undefined],
] as const)('default: the period of %s, %s, is %o', (date, rhythm, period) => {
  expect(periodFrom({ date, value: 1, unit: '' }, rhythm)).toEqual(period)
})
