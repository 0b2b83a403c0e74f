import { expect, test } from 'vitest'
import { dayNumber, isoDay, weekday } from '../../../market-clock/calendar-day.ts'
import { isHoliday } from './exchange-holidays.ts'

function closedIn(exchange: string, year: number): string[] {
  const first = dayNumber({ year, month: 1, day: 1 })
  return Array.from({ length: 365 }, (_, day) => first + day)
    .filter((day) => weekday(day) % 6 !== 0 && isHoliday(exchange, day))
    .map((day) => isoDay(day).slice(5))
}

// From the calendars that the exchanges published.
test.each([
  ['L', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
  ['L', 2022, '01-03 04-15 04-18 05-02 05-30 08-29 12-26 12-27'],
  ['DE', 2026, '01-01 04-03 04-06 05-01 12-24 12-25 12-31'],
  ['PA', 2025, '01-01 04-18 04-21 05-01 12-25 12-26'],
  ['SW', 2025, '01-01 01-02 04-18 04-21 05-01 05-29 06-09 08-01 12-24 12-25 12-26 12-31'],
  ['TO', 2026, '01-01 02-16 04-03 05-18 07-01 08-03 09-07 10-12 12-25 12-28'],
  ['AX', 2026, '01-01 01-26 04-03 04-06 06-08 12-25 12-28'],
  ['CME', 2026, '01-01 04-03 12-25'],
])('default: %s is closed in %i on %s', (exchange, year, days) => {
  expect(closedIn(exchange, year).join(' ')).toBe(days)
})

test('behavior: an unknown exchange has no holidays', () => {
  expect(closedIn('XX', 2026)).toEqual([])
})
