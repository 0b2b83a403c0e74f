import { expect, test } from 'vitest'
import { addDays, dayAfter, dayBefore, daysBetween } from './days.ts'

test('default: counts calendar days, including leap days', () => {
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
  expect(addDays('2024-03-01', -2)).toBe('2024-02-28')
  expect([dayBefore('2024-01-01'), dayAfter('2023-12-31')]).toEqual(['2023-12-31', '2024-01-01'])
})
