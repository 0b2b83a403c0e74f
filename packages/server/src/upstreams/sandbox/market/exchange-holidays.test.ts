import { expect, test } from 'vitest'
import { dayNumber, isoDay, weekday } from '../../../market-clock/calendar-day.ts'
import { isHoliday } from './exchange-holidays.ts'

function closedIn(exchange: string, year: number): string[] {
  const first = dayNumber({ year, month: 1, day: 1 })
  return Array.from({ length: 366 }, (_, day) => first + day)
    .filter((day) => isoDay(day).startsWith(`${year}-`))
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
  [
    'T',
    2024,
    '01-01 01-02 01-03 01-08 02-12 02-23 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-31',
  ],
  [
    'T',
    2025,
    '01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-24 12-31',
  ],
  [
    'T',
    2026,
    '01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31',
  ],
  [
    'HK',
    2026,
    '01-01 02-17 02-18 02-19 04-03 04-06 04-07 05-01 05-25 06-19 07-01 10-01 10-19 12-25',
  ],
])('default: %s is closed in %i on %s', (exchange, year, days) => {
  expect(closedIn(exchange, year).join(' ')).toBe(days)
})

test('behavior: an unknown exchange has no holidays', () => {
  expect(closedIn('XX', 2026)).toEqual([])
})
