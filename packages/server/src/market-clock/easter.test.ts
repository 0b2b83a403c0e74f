import { expect, test } from 'vitest'
import { isoDay, weekday } from './calendar-day.ts'
import { easterSunday } from './easter.ts'

test.each([
  '1818-03-22', // the earliest possible date
  '1943-04-25', // the latest possible date
  '2013-03-31',
  '2014-04-20',
  '2019-04-21',
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2038-04-25',
])('default: %s', (day) => {
  expect(isoDay(easterSunday(Number(day.slice(0, 4))))).toBe(day)
})

test('behavior: is always a Sunday from 22 March to 25 April', () => {
  for (let year = 1600; year < 2600; year += 1) {
    const easter = easterSunday(year)
    const date = isoDay(easter).slice(5)
    expect(weekday(easter)).toBe(0)
    expect(date >= '03-22' && date <= '04-25').toBe(true)
  }
})
