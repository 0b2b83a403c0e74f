import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frequencyOf } from './series-frequency.ts'

const day = 86_400_000
const steps: Readonly<Record<string, (date: Date) => void>> = {
  daily: (date) => date.setUTCDate(date.getUTCDate() + 1),
  weekly: (date) => date.setUTCDate(date.getUTCDate() + 7),
  monthly: (date) => date.setUTCMonth(date.getUTCMonth() + 1),
  quarterly: (date) => date.setUTCMonth(date.getUTCMonth() + 3),
  semiannual: (date) => date.setUTCMonth(date.getUTCMonth() + 6),
  annual: (date) => date.setUTCFullYear(date.getUTCFullYear() + 1),
}

test('property: a series has the frequency of its steps, without weekends', () => {
  const start = fc.integer({ min: 0, max: 20_000 })
  fc.assert(
    fc.property(
      start,
      fc.constantFrom(...Object.keys(steps)),
      fc.integer({ min: 12, max: 80 }),
      (from, name, count) => {
        const date = new Date(from * day)
        date.setUTCDate(1)
        const points: { date: string }[] = []
        while (points.length < count) {
          const isWeekend = name === 'daily' && [0, 6].includes(date.getUTCDay())
          if (!isWeekend) points.push({ date: date.toISOString().slice(0, 10) })
          steps[name]!(date)
        }
        expect(frequencyOf(points)).toBe(name)
      },
    ),
  )
})

test('behavior: two observations have no frequency, and a census has none', () => {
  expect(frequencyOf([{ date: '2020-01-01' }, { date: '2020-02-01' }])).toBeNull()
  expect(
    frequencyOf(['1990', '2000', '2010'].map((year) => ({ date: `${year}-01-01` }))),
  ).toBeNull()
})

const folder = new URL('../../../../../../shared/data/fred/', import.meta.url)
test.skipIf(existsSync(folder))('SKIPPED: ../shared/data/fred is absent', () => undefined)

describe.runIf(existsSync(folder))('recorded series', () => {
  test.each([
    ...[
      ['DGS10', 'daily'],
      ['WALCL', 'weekly'],
      ['CPIAUCSL', 'monthly'],
      ['FEDFUNDS', 'monthly'],
    ],
    ...[
      ['GDP', 'quarterly'],
      ['T10Y2Y', 'daily'],
      ['UNRATE', 'monthly'],
      ['USREC', 'monthly'],
    ],
  ])('default: %s is %s', (id, frequency) => {
    const text = gunzipSync(readFileSync(new URL(`${id}.csv.gz`, folder))).toString()
    const points = text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => ({ date: line.slice(0, 10) }))
    expect(frequencyOf(points)).toBe(frequency)
  })
})
