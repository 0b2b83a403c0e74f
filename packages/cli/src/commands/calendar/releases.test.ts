import { expect, test } from 'vitest'
import { releasesWithin } from './releases.ts'

const dayMs = 86_400_000
const year = { from: '2024-01-01', until: '2024-12-31' }

/** Days of 2024 on which the agencies published, in order. */
const published = {
  employment: '01-05 02-02 03-08 04-05 05-03 06-07 07-05 08-02 09-06 10-04 11-01 12-06',
  CPI: '01-11 02-13 03-12 04-10 05-15 06-12 07-11 08-14 09-11 10-10 11-13 12-11',
  GDP: '01-25 02-28 03-28 04-25 05-30 06-27 07-25 08-29 09-26 10-30 11-27 12-19',
}

test.each([
  ['employment', 0, 12],
  ['CPI', 5, 7],
  ['GDP', 1, 10],
] as const)(
  'behavior: %s of 2024 is at most %i days off, and exact in %i months',
  (name, most, exact) => {
    const days = releasesWithin(year).filter(({ event }) => event.startsWith(name))
    const off = published[name]
      .split(' ')
      .map((day, at) => Math.abs(Date.parse(`2024-${day}`) - Date.parse(days[at]!.day)) / dayMs)
    expect(days).toHaveLength(12)
    expect(Math.max(...off)).toBe(most)
    expect(off.filter((days) => days === 0)).toHaveLength(exact)
  },
)

test('default: names periods, and states instants with the summer time of New York', () => {
  const events = releasesWithin({ from: '2026-11-20', until: '2027-03-31' })
  const lines = events.map(({ day, time, event, sure }) => `${day} ${time} ${event} ${sure}`)
  expect(lines.sort()).toMatchInlineSnapshot(`
    [
      "2026-11-25 2026-11-25T13:30:00.000Z GDP 2026-Q3, second estimate",
      "2026-12-04 2026-12-04T13:30:00.000Z employment 2026-11 estimate",
      "2026-12-09 2026-12-09T19:00:00.000Z Fed rate decision expected",
      "2026-12-10 2026-12-10T13:30:00.000Z CPI 2026-11 estimate",
      "2026-12-17 2026-12-17T13:30:00.000Z GDP 2026-Q3, third estimate",
      "2027-01-08 2027-01-08T13:30:00.000Z employment 2026-12 estimate",
      "2027-01-13 2027-01-13T13:30:00.000Z CPI 2026-12 estimate",
      "2027-01-27 2027-01-27T19:00:00.000Z Fed rate decision expected",
      "2027-01-28 2027-01-28T13:30:00.000Z GDP 2026-Q4, first estimate",
      "2027-02-05 2027-02-05T13:30:00.000Z employment 2027-01 estimate",
      "2027-02-10 2027-02-10T13:30:00.000Z CPI 2027-01 estimate",
      "2027-02-25 2027-02-25T13:30:00.000Z GDP 2026-Q4, second estimate",
      "2027-03-05 2027-03-05T13:30:00.000Z employment 2027-02 estimate",
      "2027-03-10 2027-03-10T13:30:00.000Z CPI 2027-02 estimate",
      "2027-03-17 2027-03-17T18:00:00.000Z Fed rate decision expected",
      "2027-03-25 2027-03-25T12:30:00.000Z GDP 2026-Q4, third estimate",
    ]
  `)
})

test('behavior: a span includes both of its days', () => {
  const on = (day: string) => releasesWithin({ from: day, until: day }).map(({ event }) => event)
  expect(on('2026-12-09')).toEqual(['Fed rate decision'])
  expect(on('2026-12-04')).toEqual(['employment 2026-11'])
  expect(on('2026-12-05')).toEqual([])
})

test.each([
  ['2027-01', '2027-01-08'],
  ['2025-07', '2025-07-03'],
  ['2026-07', '2026-07-02'],
])('behavior: employment is not published on a holiday in %s', (month, expected) => {
  const days = releasesWithin({ from: `${month}-01`, until: `${month}-28` })
  expect(days.find(({ event }) => event.startsWith('employment'))?.day).toBe(expected)
})
