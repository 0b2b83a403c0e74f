import { expect, test } from 'vitest'
import { isStaleSeries } from './series-age.ts'

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

test('behavior: points without a value do not count; nothing is stale', () => {
  const missing = { date: '2026-06-01', value: null }
  expect(isStaleSeries([...points('2020-01-01', '2020-02-01'), missing], at('2026-06-02'))).toBe(
    true,
  )
  expect(isStaleSeries([missing], at('2026-06-02'))).toBe(true)
  expect(isStaleSeries(points('2026-01-01'), at('2026-06-02'))).toBe(false)
})
