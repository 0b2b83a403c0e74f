import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { dayNumber, isoDay, weekday } from './calendar-day.ts'
import { nyseDay, tradingDayAfter, tradingDayUpTo } from './nyse-days.ts'

/** Holidays and early closes as announced by the exchange, as month-day. */
const announced: Readonly<Record<number, { closed: string; early: string }>> = {
  2013: {
    closed: '01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25',
    early: '07-03 11-29 12-24',
  },
  2014: {
    closed: '01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25',
    early: '07-03 11-28 12-24',
  },
  2015: {
    closed: '01-01 01-19 02-16 04-03 05-25 07-03 09-07 11-26 12-25',
    early: '11-27 12-24',
  },
  2016: { closed: '01-01 01-18 02-15 03-25 05-30 07-04 09-05 11-24 12-26', early: '11-25' },
  2017: { closed: '01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25', early: '07-03 11-24' },
  2018: {
    closed: '01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25',
    early: '07-03 11-23 12-24',
  },
  2019: {
    closed: '01-01 01-21 02-18 04-19 05-27 07-04 09-02 11-28 12-25',
    early: '07-03 11-29 12-24',
  },
  2020: { closed: '01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25', early: '11-27 12-24' },
  2021: { closed: '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24', early: '11-26' },
  2022: { closed: '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26', early: '11-25' },
  2023: {
    closed: '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25',
    early: '07-03 11-24',
  },
  2024: {
    closed: '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25',
    early: '07-03 11-29 12-24',
  },
  2025: {
    closed: '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25',
    early: '07-03 11-28 12-24',
  },
  2026: {
    closed: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
    early: '11-27 12-24',
  },
  2027: { closed: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24', early: '11-26' },
}

test.each(Object.keys(announced))('default: %s as announced', (year) => {
  const found: { closed: string[]; early: string[] } = { closed: [], early: [] }
  for (let day = firstOf(Number(year)); day < firstOf(Number(year) + 1); day += 1) {
    const isWeekend = weekday(day) % 6 === 0
    if (nyseDay(day) === 'closed' && !isWeekend) found.closed.push(isoDay(day).slice(5))
    if (nyseDay(day) === 'early-close') found.early.push(isoDay(day).slice(5))
  }
  const { closed, early } = announced[Number(year)]!
  expect(found).toEqual({ closed: closed.split(' '), early: early.split(' ') })
})

test('behavior: until 2013, the Friday after a Fourth of July on Thursday closed early', () => {
  expect(nyseDay(numberOf('2002-07-05'))).toBe('early-close')
  expect(nyseDay(numberOf('2002-07-03'))).toBe('full')
})

test('behavior: every weekend is closed, and every year has at least 248 trading days', () => {
  for (let year = 2013; year < 2100; year += 1) {
    let trading = 0
    for (let day = firstOf(year); day < firstOf(year + 1); day += 1) {
      if (weekday(day) % 6 === 0) expect(nyseDay(day)).toBe('closed')
      if (nyseDay(day) !== 'closed') trading += 1
    }
    expect(trading).toBeGreaterThanOrEqual(248)
    expect(trading).toBeLessThanOrEqual(253)
  }
})

const folder = new URL('../../../../../shared/data/equities/', import.meta.url)
const reason = existsSync(folder) ? '' : ' (skipped: ../shared/data/equities is absent)'

describe.skipIf(reason !== '')(`days with bars${reason}`, () => {
  test('behavior: 505 stocks traded exactly on the days of the rule, 2013 to 2018', () => {
    const days = daysOf('sp500_ohlcv_5yr_2013_2018.csv.gz')
    expect(days.size).toBe(1259)
    expect(tradingDays('2013-02-08', '2018-02-07')).toEqual([...days].sort())
  })

  test('behavior: the VIX has values exactly on the days of the rule, 1998 to 2021', () => {
    const days = daysOf('vix_daily.csv.gz')
    // The file lacks the last day of 1999. In 2004 Chicago published a value during a day of
    // mourning in New York.
    days.add('1999-12-31')
    days.delete('2004-06-11')
    const within = [...days].filter((day) => day >= '1998-01-01' && day <= '2021-12-31').sort()
    expect(within.length).toBeGreaterThan(6000)
    expect(tradingDays('1998-01-01', '2021-12-31')).toEqual(within)
  })
})

function firstOf(year: number): number {
  return dayNumber({ year, month: 1, day: 1 })
}

function numberOf(day: string): number {
  return Date.parse(day) / 86_400_000
}

function tradingDays(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = numberOf(from); day <= numberOf(to); day += 1)
    if (nyseDay(day) !== 'closed') days.push(isoDay(day))
  return days
}

/** First column of a CSV file without its header. */
function daysOf(file: string): Set<string> {
  const text = gunzipSync(readFileSync(new URL(file, folder))).toString()
  return new Set(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.slice(0, 10)),
  )
}

test('behavior: counts trading days over a weekend and a holiday', () => {
  expect(tradingDayAfter('2025-01-17', 1)).toBe('2025-01-21')
  expect(tradingDayAfter('2025-01-18', 2)).toBe('2025-01-22')
})

test('behavior: the last trading day up to a Sunday after a holiday', () => {
  expect(tradingDayUpTo(dayNumber({ year: 2025, month: 4, day: 20 }))).toBe('2025-04-17')
  expect(tradingDayUpTo(dayNumber({ year: 2025, month: 4, day: 17 }))).toBe('2025-04-17')
})
