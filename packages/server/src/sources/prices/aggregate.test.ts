import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bar } from '../connector.ts'
import { aggregate } from './aggregate.ts'

const bar = (date: string, open: number, high: number | null, volume: number | null): Bar => ({
  date,
  open,
  high,
  low: open - 1,
  close: open + 0.5,
  volume,
})
const daily = [
  bar('2018-01-31', 10, 12, 100),
  bar('2018-02-01', 11, null, null),
  bar('2018-02-02', 9, 13, 50),
  bar('2018-02-05', 8, 9, 10),
]

test('default: weeks start on Monday', () => {
  expect(aggregate(daily, '1wk')).toEqual([
    { date: '2018-01-29', open: 10, high: 13, low: 8, close: 9.5, volume: 150 },
    { date: '2018-02-05', open: 8, high: 9, low: 7, close: 8.5, volume: 10 },
  ])
})

test('behavior: handles months, and missing parts', () => {
  expect(aggregate(daily, '1mo')).toEqual([
    { date: '2018-01-01', open: 10, high: 12, low: 9, close: 10.5, volume: 100 },
    { date: '2018-02-01', open: 11, high: 13, low: 7, close: 8.5, volume: 60 },
  ])
  expect(aggregate([], '1mo')).toEqual([])
})

const someDays = fc.array(
  fc.record({
    open: fc.option(fc.integer({ min: 1, max: 99 })),
    high: fc.option(fc.integer({ min: 1, max: 99 })),
    close: fc.integer({ min: 1, max: 99 }),
    volume: fc.option(fc.integer({ min: 0, max: 1e9 })),
    dividends: fc.integer({ min: 0, max: 3 }),
    splits: fc.constantFrom(1, 2, 4),
    skipped: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 90 },
)

test('property: a wide bar equals the combination of its days', () => {
  fc.assert(
    fc.property(someDays, fc.constantFrom('1wk' as const, '1mo' as const), (days, interval) => {
      let day = Date.UTC(2024, 11, 20)
      const daily = days.map(({ skipped, ...each }) => {
        day += skipped * 86_400_000
        const date = new Date(day).toISOString().slice(0, 10)
        return { ...each, low: each.high, adjustedClose: each.close / 2, date }
      })
      const start = (date: string) => {
        if (interval === '1mo') return `${date.slice(0, 8)}01`
        const monday = Math.floor((Date.parse(date) / 86_400_000 + 3) / 7) * 7 - 3
        return new Date(monday * 86_400_000).toISOString().slice(0, 10)
      }
      const known = (values: readonly (number | null)[]) => values.filter((each) => each !== null)
      const expected = [...Map.groupBy(daily, ({ date }) => start(date))].map(([date, within]) => {
        const highs = known(within.map(({ high }) => high))
        const volumes = known(within.map(({ volume }) => volume))
        return {
          date,
          open: known(within.map(({ open }) => open))[0] ?? null,
          high: highs.length > 0 ? Math.max(...highs) : null,
          low: highs.length > 0 ? Math.min(...highs) : null,
          close: within.at(-1)!.close,
          volume: volumes.length > 0 ? volumes.reduce((a, b) => a + b) : null,
          dividends: within.reduce((sum, { dividends }) => sum + dividends, 0),
          splits: within.reduce((product, { splits }) => product * splits, 1),
          adjustedClose: within.at(-1)!.adjustedClose,
        }
      })
      expect(aggregate(daily, interval)).toEqual(expected)
    }),
  )
})
