/** A calendar day without a time zone. `month` and `day` count from 1. */
export type CalendarDay = { year: number; month: number; day: number }

/** Days since 1970-01-01. */
export type DayNumber = number

/**
 * The number of a calendar day. Days outside the month roll over, so `day: 0` is the last day of
 * the previous month.
 *
 * @example dayNumber({ year: 1970, month: 1, day: 2 }) // 1
 */
export function dayNumber({ year, month, day }: CalendarDay): DayNumber {
  return Date.UTC(year, month - 1, day) / 86_400_000
}

/** The calendar day of a number. */
export function calendarDay(number: DayNumber): CalendarDay {
  const date = new Date(number * 86_400_000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** 0 is Sunday, 6 is Saturday. 1970-01-01 was a Thursday. */
export function weekday(number: DayNumber): number {
  return (((number + 4) % 7) + 7) % 7
}

/** Days from 1970 to 2079, whose texts are made once: histories repeat them thousands of times. */
const texts = new Array<string>(40_177)

/** @example isoDay(0) // '1970-01-01' */
export function isoDay(number: DayNumber): string {
  if (!(number >= 0 && number < texts.length)) return textOf(number)
  texts[number] ??= textOf(number)
  return texts[number]
}

/** Whether a text is an existing day such as `2024-02-29`. `Date.parse` accepts 30 February. */
export function isIsoDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(text)
}

function textOf(number: DayNumber): string {
  return new Date(number * 86_400_000).toISOString().slice(0, 10)
}
