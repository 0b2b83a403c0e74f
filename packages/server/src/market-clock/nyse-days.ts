import { calendarDay, type DayNumber, dayNumber, isoDay, weekday } from './calendar-day.ts'
import { easterSunday } from './easter.ts'

/** Trading hours of one day. An early close is at 13:00 instead of 16:00. */
export type DayKind = 'full' | 'early-close' | 'closed'

/**
 * Trading hours of the New York Stock Exchange on a day, by its rule 7.2: ten holidays, and early
 * closes on 3 July, the day after Thanksgiving and 24 December. A holiday on Sunday is observed on
 * Monday, one on Saturday on Friday, except that New Year's Day is never observed in the previous
 * year. A table lists unscheduled closures. Valid from 1998, the first year of Martin Luther King
 * Day; early closes from 2013.
 */
export function nyseDay(day: DayNumber): DayKind {
  const dayOfWeek = weekday(day)
  if (dayOfWeek === 0 || dayOfWeek === 6) return 'closed'
  const { year } = calendarDay(day)
  const special = specialDays.get(year) ?? specialDaysOf(year)
  specialDays.set(year, special)
  return special.get(day) ?? 'full'
}

/**
 * The trading day that many trading days after a day, ISO 8601.
 *
 * @example tradingDayAfter('2025-01-17', 1) // '2025-01-21'
 */
export function tradingDayAfter(isoDate: string, count: number): string {
  const [year = 0, month = 0, date = 0] = isoDate.split('-').map(Number)
  let day = dayNumber({ year, month, day: date })
  for (let left = count; left > 0; left -= nyseDay(day) === 'closed' ? 0 : 1) day += 1
  return isoDay(day)
}

/** The last trading day up to a day, ISO 8601. */
export function tradingDayUpTo(day: DayNumber): string {
  let last = day
  while (nyseDay(last) === 'closed') last -= 1
  return isoDay(last)
}

/** By year. Histories ask for thousands of days of the same years. */
const specialDays = new Map<number, ReadonlyMap<DayNumber, DayKind>>()

function specialDaysOf(year: number): Map<DayNumber, DayKind> {
  const early = earlyCloses(year).map((day) => [day, 'early-close'] as const)
  return new Map([...early, ...holidays(year).map((day) => [day, 'closed'] as const)])
}

/** Unscheduled closures: mourning, storms and attacks. */
const unforeseen: Readonly<Record<number, readonly (readonly [month: number, day: number])[]>> = {
  2001: [
    [9, 11],
    [9, 12],
    [9, 13],
    [9, 14],
  ],
  2004: [[6, 11]],
  2007: [[1, 2]],
  2012: [
    [10, 29],
    [10, 30],
  ],
  2018: [[12, 5]],
  2025: [[1, 9]],
}

const monday = 1
const thursday = 4
const friday = 5

function holidays(year: number): DayNumber[] {
  const fixed = (month: number, day: number) => observed(dayNumber({ year, month, day }))
  const newYear = dayNumber({ year, month: 1, day: 1 })
  return [
    // On a Saturday it is not observed: the Friday is the last trading day of the year.
    ...(weekday(newYear) === 6 ? [] : [observed(newYear)]),
    nth(3, monday, year, 1),
    nth(3, monday, year, 2),
    easterSunday(year) - 2,
    lastMonday(year, 5),
    ...(year >= 2022 ? [fixed(6, 19)] : []),
    fixed(7, 4),
    nth(1, monday, year, 9),
    nth(4, thursday, year, 11),
    fixed(12, 25),
    ...(unforeseen[year] ?? []).map(([month, day]) => dayNumber({ year, month, day })),
  ]
}

/**
 * The day before a holiday closes early when both are weekdays of one week. If the holiday is
 * observed on another day, no day closes early. Before 2013, when the Fourth was a Thursday, the
 * Friday after it closed early instead.
 */
function earlyCloses(year: number): DayNumber[] {
  const independence = dayNumber({ year, month: 7, day: 4 })
  const christmas = dayNumber({ year, month: 12, day: 25 })
  const beforeHoliday = (holiday: DayNumber) =>
    weekday(holiday) >= 2 && weekday(holiday) <= friday ? [holiday - 1] : []
  const julyClose = year < 2013 && weekday(independence) === thursday ? [independence + 1] : []
  return [
    ...(julyClose.length > 0 ? julyClose : beforeHoliday(independence)),
    nth(4, thursday, year, 11) + 1,
    ...beforeHoliday(christmas),
  ]
}

function observed(day: DayNumber): DayNumber {
  if (weekday(day) === 6) return day - 1
  return weekday(day) === 0 ? day + 1 : day
}

/** The `count`th given weekday of a month. */
export function nth(count: number, dayOfWeek: number, year: number, month: number): DayNumber {
  const first = dayNumber({ year, month, day: 1 })
  return first + ((dayOfWeek - weekday(first) + 7) % 7) + 7 * (count - 1)
}

/** The last Monday of a month. */
export function lastMonday(year: number, month: number): DayNumber {
  const last = dayNumber({ year, month: month + 1, day: 0 })
  return last - ((weekday(last) - monday + 7) % 7)
}
