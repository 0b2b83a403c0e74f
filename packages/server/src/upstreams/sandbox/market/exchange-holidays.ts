import { type DayNumber, dayNumber, weekday } from '../../../market-clock/calendar-day.ts'
import { easterSunday } from '../../../market-clock/easter.ts'
import { lastMonday, nth } from '../../../market-clock/nyse-days.ts'
import { moonHolidays } from './moon-holidays.ts'

/** Days of a year on which an exchange is closed. */
type Rule = (year: number) => readonly DayNumber[]

const monday = 1

/** Always this day, also if it is a Saturday or Sunday. */
const fixed = (month: number, ...days: readonly number[]): Rule => {
  return (year) => days.map((day) => dayNumber({ year, month, day }))
}
/** The first weekdays from a day on, which replace a holiday at the weekend. */
const weekdaysFrom = (month: number, day: number, count = 1): Rule => {
  return (year) => {
    const first = dayNumber({ year, month, day })
    const days = Array.from({ length: count + 3 }, (_, after) => first + after)
    return days.filter((each) => weekday(each) % 6 !== 0).slice(0, count)
  }
}
/** This day, or the Monday after it if it is a Sunday. */
const notSunday = (month: number, ...days: readonly number[]): Rule => {
  return (year) => days.map((day) => mondayAfter(dayNumber({ year, month, day })))
}
const mondayAfter = (day: DayNumber) => (weekday(day) === 0 ? day + 1 : day)
const easter = (...daysAfter: readonly number[]): Rule => {
  return (year) => daysAfter.map((days) => easterSunday(year) + days)
}
const nthMonday = (count: number, month: number): Rule => {
  return (year) => [nth(count, monday, year, month)]
}
const lastMondayOf = (month: number): Rule => {
  return (year) => [lastMonday(year, month)]
}
/** The Monday before 25 May. */
const victoriaDay: Rule = (year) => {
  const last = dayNumber({ year, month: 5, day: 24 })
  return [last - ((weekday(last) - monday + 7) % 7)]
}

/** Day of an equinox in Japan, by the formula that holds from 1980 to 2099. */
const equinoxIn = (year: number, month: number, day1980: number) => {
  const years = year - 1980
  const day = Math.floor(day1980 + 0.242194 * years) - Math.floor(years / 4)
  return dayNumber({ year, month, day })
}
/** The equinoxes, and a day between Respect for the Aged Day and the equinox. */
const equinoxes: Rule = (year) => {
  const autumn = equinoxIn(year, 9, 23.2488)
  const between = nth(3, monday, year, 9) + 1 === autumn - 1 ? [autumn - 1] : []
  return [mondayAfter(equinoxIn(year, 3, 20.8431)), mondayAfter(autumn), ...between]
}
/** 3, 4 and 5 May. If one of them is a Sunday, 6 May is a holiday too. */
const goldenWeek: Rule = (year) => {
  const first = dayNumber({ year, month: 5, day: 3 })
  const days = [first, first + 1, first + 2]
  return days.some((day) => weekday(day) === 0) ? [...days, first + 3] : days
}

const goodFridayAndMonday = easter(-2, 1)
const euronext = [fixed(1, 1), goodFridayAndMonday, fixed(5, 1), fixed(12, 25, 26)]

/**
 * Holidays of exchanges outside the US, by the suffix of their tickers. Holidays that follow the
 * moon are in {@link moonHolidays}; they are missing in other years.
 */
const rules: Readonly<Record<string, readonly Rule[]>> = {
  L: [
    ...[weekdaysFrom(1, 1), goodFridayAndMonday, nthMonday(1, 5), lastMondayOf(5)],
    ...[lastMondayOf(8), weekdaysFrom(12, 25, 2)],
  ],
  DE: [fixed(1, 1), goodFridayAndMonday, fixed(5, 1), fixed(12, 24, 25, 26, 31)],
  PA: euronext,
  AS: euronext,
  SW: [
    ...[fixed(1, 1, 2), goodFridayAndMonday, easter(39, 50), fixed(5, 1), fixed(8, 1)],
    fixed(12, 24, 25, 26, 31),
  ],
  CO: [fixed(1, 1), easter(-3, -2, 1, 39, 40, 50), fixed(6, 5), fixed(12, 24, 25, 26, 31)],
  T: [
    ...[fixed(1, 1, 2, 3), nthMonday(2, 1), notSunday(2, 11, 23), notSunday(4, 29)],
    ...[goldenWeek, nthMonday(3, 7), notSunday(8, 11), nthMonday(3, 9), equinoxes],
    ...[nthMonday(2, 10), notSunday(11, 3, 23), fixed(12, 31)],
  ],
  HK: [
    ...[weekdaysFrom(1, 1), goodFridayAndMonday, weekdaysFrom(5, 1), weekdaysFrom(7, 1)],
    ...[weekdaysFrom(10, 1), weekdaysFrom(12, 25, 2)],
  ],
  AX: [
    ...[weekdaysFrom(1, 1), weekdaysFrom(1, 26), goodFridayAndMonday, fixed(4, 25)],
    ...[nthMonday(2, 6), weekdaysFrom(12, 25, 2)],
  ],
  TO: [
    ...[weekdaysFrom(1, 1), nthMonday(3, 2), easter(-2), victoriaDay, weekdaysFrom(7, 1)],
    ...[nthMonday(1, 8), nthMonday(1, 9), nthMonday(2, 10), weekdaysFrom(12, 25, 2)],
  ],
  NS: [fixed(1, 26), easter(-2), fixed(5, 1), fixed(8, 15), fixed(10, 2), fixed(12, 25)],
  KS: [
    ...[fixed(1, 1), fixed(3, 1), fixed(5, 1, 5), fixed(6, 6), fixed(8, 15)],
    ...[fixed(10, 3, 9), fixed(12, 25, 31)],
  ],
  SA: [
    ...[fixed(1, 1), easter(-48, -47, -2, 60), fixed(4, 21), fixed(5, 1), fixed(9, 7)],
    ...[fixed(10, 12), fixed(11, 2, 15, 20), fixed(12, 24, 25, 31)],
  ],
  MX: [
    ...[fixed(1, 1), nthMonday(1, 2), nthMonday(3, 3), easter(-3, -2), fixed(5, 1)],
    ...[fixed(9, 16), nthMonday(3, 11), fixed(12, 12, 25)],
  ],
  /** Currency pairs. */
  FX: [fixed(1, 1), fixed(12, 25)],
  /** Futures of the CME. */
  CME: [fixed(1, 1), easter(-2), fixed(12, 25)],
}

/** Whether an exchange is closed on a weekday. */
export function isHoliday(exchange: string, day: DayNumber): boolean {
  const { length } = rules[exchange] ?? []
  if (length === 0) return false
  const year = new Date(day * 86_400_000).getUTCFullYear()
  const key = `${exchange} ${year}`
  const known = holidays.get(key) ?? new Set(listedIn(exchange, year) ?? ruledIn(exchange, year))
  holidays.set(key, known)
  return known.has(day)
}

function ruledIn(exchange: string, year: number): readonly DayNumber[] {
  return (rules[exchange] ?? []).flatMap((rule) => rule(year))
}

function listedIn(exchange: string, year: number): readonly DayNumber[] | undefined {
  const days = moonHolidays[exchange]?.[year]?.split(' ')
  return days?.map((day) => Date.parse(`${year}-${day}`) / 86_400_000)
}

/** By exchange and year. A list of sessions reads thousands of days of the same years. */
const holidays = new Map<string, ReadonlySet<DayNumber>>()
