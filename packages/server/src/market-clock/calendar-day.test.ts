import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDay, dayNumber, isIsoDay, isoDay, weekday } from './calendar-day.ts'

test('default: counts days from 1970', () => {
  expect(dayNumber({ year: 1970, month: 1, day: 2 })).toBe(1)
  expect(isoDay(dayNumber({ year: 2026, month: 11, day: 20 }))).toBe('2026-11-20')
  expect(weekday(dayNumber({ year: 2026, month: 11, day: 20 }))).toBe(5)
})

test('behavior: day 0 of a month is the last of the previous month', () => {
  expect(isoDay(dayNumber({ year: 2024, month: 3, day: 0 }))).toBe('2024-02-29')
})

test('behavior: converts in both directions, and weekdays follow one another', () => {
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 90_000 }), (number) => {
      expect(dayNumber(calendarDay(number))).toBe(number)
      expect(weekday(number + 1)).toBe((weekday(number) + 1) % 7)
    }),
  )
})

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2024-13-01', false],
  ['2024-1-01', false],
  ['2024-01-01T00:00:00Z', false],
])('default: %s is a day: %s', (text, isDay) => {
  expect(isIsoDay(text)).toBe(isDay)
})
