import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoDay } from './calendar-day.ts'
import { newYorkInstant, newYorkIso, newYorkTime, newYorkWallTime } from './new-york-time.ts'

test.each([
  ['2026-01-15T14:30:00Z', '2026-01-15', 570],
  ['2026-07-15T13:30:59Z', '2026-07-15', 570],
  ['2026-01-01T04:59:00Z', '2025-12-31', 1439],
  ['2026-01-01T05:00:00Z', '2026-01-01', 0],
  // Clocks go forward on 8 March 2026 at 07:00 UTC, back on 1 November 2026 at 06:00 UTC.
  ['2026-03-08T06:59:00Z', '2026-03-08', 119],
  ['2026-03-08T07:00:00Z', '2026-03-08', 180],
  ['2026-11-01T05:59:00Z', '2026-11-01', 119],
  ['2026-11-01T06:00:00Z', '2026-11-01', 60],
  // Until 2006 summer time ended on the last Sunday of October.
  ['2006-10-30T14:30:00Z', '2006-10-30', 570],
])('default: %s is minute %3$s of %2$s', (instant, day, minute) => {
  const time = newYorkTime(new Date(instant))
  expect({ day: isoDay(time.day), minute: time.minute }).toEqual({ day, minute })
})

test('behavior: the offset follows the season', () => {
  const at = (day: string) => newYorkIso({ day: Date.parse(day) / 86_400_000, minute: 570 })
  expect(at('2026-03-06')).toBe('2026-03-06T09:30:00-05:00')
  expect(at('2026-03-09')).toBe('2026-03-09T09:30:00-04:00')
  expect(at('2026-10-30')).toBe('2026-10-30T09:30:00-04:00')
  expect(at('2026-11-02')).toBe('2026-11-02T09:30:00-05:00')
})

test('behavior: converts in both directions in all trading hours', () => {
  const day = fc.integer({ min: 10_000, max: 40_000 })
  fc.assert(
    fc.property(day, fc.integer({ min: 240, max: 1200 }), (day, minute) => {
      const instant = new Date(newYorkIso({ day, minute }))
      expect(newYorkTime(instant)).toEqual({ day, minute })
      expect(newYorkInstant({ day, minute })).toBe(instant.getTime())
    }),
  )
})

test.each([
  ['2024-11-20T16:14:59', '2024-11-20T21:14:59Z'],
  ['2026-07-15T09:30:00', '2026-07-15T13:30:00Z'],
  ['2026-03-08T01:59:59', '2026-03-08T06:59:59Z'],
  ['2026-03-08T03:00:00', '2026-03-08T07:00:00Z'],
  ['2026-11-01T00:59:59', '2026-11-01T04:59:59Z'],
  ['2026-11-01T02:00:00', '2026-11-01T07:00:00Z'],
])('default: a clock in New York shows %s at %s', (wall, instant) => {
  expect(newYorkWallTime(wall)).toBe(instant)
})
