import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { addDays, dayAfter, daysBetween } from './days.ts'
import { fiscalCalendar } from './fiscal-calendar.ts'

/** An invented filer: the last days of its quarters, with the names that its reports state. */
type Quarter = { start: string; end: string; fiscalYear: number; quarter: number }

const lastOfMonth = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Ends of years on the last or the nearest given weekday of the end of a month. */
function weekEnd(year: number, month: number, weekday: number, isNearest: boolean): string {
  const last = lastOfMonth(year, month)
  const back = (weekdayOf(last) - weekday + 7) % 7
  return addDays(last, isNearest && back > 3 ? 7 - back : -back)
}

const calendars = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  weekday: fc.option(fc.integer({ min: 0, max: 6 })),
  isNearest: fc.boolean(),
  weeks: fc.constantFrom([13, 13, 13, 13], [12, 12, 12, 16], [16, 12, 12, 12]),
  longQuarter: fc.constantFrom(0, 3),
  firstYear: fc.integer({ min: 2009, max: 2016 }),
  years: fc.integer({ min: 2, max: 9 }),
  /** Retailers name a year by its first months. */
  isNamedByStart: fc.boolean(),
})
type Calendar = typeof calendars extends fc.Arbitrary<infer value> ? value : never

/** The quarters of a calendar, oldest first. */
function quartersOf(calendar: Calendar): Quarter[] {
  const { month, weekday, isNearest, firstYear, years } = calendar
  const endOf = (year: number) =>
    weekday === null ? lastOfMonth(year, month) : weekEnd(year, month, weekday, isNearest)
  return Array.from({ length: years }, (_, at) => firstYear + at).flatMap((year) => {
    const isEarly = month <= 4 && calendar.isNamedByStart
    const [start, end] = [dayAfter(endOf(year - 1)), endOf(year)]
    return dividedYear(calendar, start, end).map((each, index) => ({
      ...each,
      fiscalYear: isEarly ? year - 1 : year,
      quarter: index + 1,
    }))
  })
}

function dividedYear(
  { month, weekday, weeks, longQuarter }: Calendar,
  start: string,
  end: string,
): { start: string; end: string }[] {
  const length = daysBetween(start, end) + 1
  let from = start
  return [0, 1, 2, 3].map((at) => {
    const extra = length > 364 && at === longQuarter ? 7 : 0
    const inWeeks = addDays(from, 7 * weeks[at]! + extra - 1)
    const year = Number(start.slice(0, 4))
    const startMonth = (month % 12) + 1
    const inMonths = lastOfMonth(year, startMonth + 3 * at + 2)
    const last = at === 3 ? end : weekday === null ? inMonths : inWeeks
    const quarter = { start: from, end: last }
    from = dayAfter(last)
    return quarter
  })
}

/** The facts of all reports: each repeats the periods of the year before. */
function factsOf(quarters: readonly Quarter[]): Fact[] {
  const years = [...Map.groupBy(quarters, ({ fiscalYear }) => fiscalYear).values()]
  return years.flatMap((year, index) => {
    const { fiscalYear } = year[0]!
    const whole = (of: readonly Quarter[]) => ({ start: of[0]!.start, end: of[3]!.end })
    const compared = [years[index - 2], years[index - 1], year].flatMap((of) => of ?? [])
    const annual = [years[index - 2], years[index - 1], year].flatMap((of) =>
      of ? [whole(of)] : [],
    )
    const report = (
      form: string,
      period: string,
      end: string,
      facts: { start: string; end: string }[],
    ) =>
      facts.map(
        (fact): Fact => ({
          ...fact,
          value: 1,
          accession: `${form} ${end}`,
          form,
          filed: addDays(end, form === '10-K' ? 60 : 35),
          fiscalYear,
          fiscalPeriod: period,
        }),
      )
    const quarterly = year.slice(0, 3).flatMap(({ quarter, end }) =>
      report(
        '10-Q',
        `Q${quarter}`,
        end,
        compared.filter((each) => each.quarter === quarter && each.fiscalYear >= fiscalYear - 1),
      ),
    )
    return [...quarterly, ...report('10-K', 'FY', year[3]!.end, annual)]
  })
}

test('property: every quarter has the name that its report states', () => {
  fc.assert(
    fc.property(calendars, (calendar) => {
      const quarters = quartersOf(calendar)
      const { years, quarterEnding } = fiscalCalendar(factsOf(quarters))
      const last = quarters.filter(({ quarter }) => quarter === 4)
      expect(years.map(({ end, fiscalYear }) => [end, fiscalYear])).toEqual(
        last.map(({ end, fiscalYear }) => [end, fiscalYear]),
      )
      for (const { end, fiscalYear, quarter } of quarters)
        expect(quarterEnding(end)).toMatchObject({ fiscalYear, fiscalPeriod: `Q${quarter}` })
    }),
    { numRuns: 300 },
  )
})

test('property: after a change of year end the names increase, and every full year has one', () => {
  fc.assert(
    fc.property(calendars, fc.integer({ min: 1, max: 11 }), (before, monthsLater) => {
      const old = quartersOf(before)
      const lastEnd = old.at(-1)!.end
      const moved = new Date(`${lastEnd.slice(0, 8)}01T00:00:00Z`)
      moved.setUTCMonth(moved.getUTCMonth() + monthsLater)
      const month = moved.getUTCMonth() + 1
      const firstYear = moved.getUTCFullYear() + 1
      const later = quartersOf({
        ...before,
        weekday: null,
        month,
        firstYear,
        isNamedByStart: false,
      })
      const facts = [...factsOf(old), ...factsOf(later)]
      const { years, quarterEnding } = fiscalCalendar(facts)
      const ends = [...old, ...later].filter(({ quarter }) => quarter === 4).map(({ end }) => end)
      expect(years.map(({ end }) => end)).toEqual(ends)
      const names = years.map(({ fiscalYear }) => fiscalYear)
      expect(names).toEqual([...new Set(names)].sort((a, b) => a - b))
      const labels = [...old, ...later].flatMap(({ end }) => {
        const found = quarterEnding(end)
        return found ? [`${found.fiscalYear} ${found.fiscalPeriod}`] : []
      })
      expect(labels).toEqual([...new Set(labels)].sort())
    }),
    { numRuns: 300 },
  )
})
