import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bar } from '../connector.ts'
import { totalReturn, withActions } from './corporate-actions.ts'

const bar = (date: string, close: number): Bar => ({
  date,
  close,
  open: close,
  high: close,
  low: close,
  volume: 1,
})
const none = new Map<string, number>()

test('default: a dividend lowers the closes before its ex-day, and none after', () => {
  const bars = withActions(
    [bar('2026-01-05', 100), bar('2026-01-06', 110), bar('2026-01-07', 108)],
    { dividends: new Map([['2026-01-07', 11]]), splits: new Map([['2026-01-06', 4]]) },
  )
  expect(bars).toMatchObject([
    { adjustedClose: 90, dividends: 0, splits: 1 },
    { adjustedClose: 99, dividends: 0, splits: 4 },
    { adjustedClose: 108, dividends: 11, splits: 1 },
  ])
  expect(totalReturn(bars)).toBe(20)
  expect(totalReturn([bar('2026-01-05', 100)])).toBeNull()
  expect(totalReturn([])).toBeNull()
  const priced = (close: number) => ({ ...bar('2026-01-05', close), adjustedClose: close })
  expect([0, -1].map((first) => totalReturn([priced(first), priced(5)]))).toEqual([null, null])
})

test('behavior: an ex-day without a bar counts for the next, one outside of the bars for none', () => {
  const days = ['2026-01-02', '2026-01-03', '2026-01-04', '2026-01-09']
  const bars = withActions([bar('2026-01-03', 10), bar('2026-01-05', 10)], {
    dividends: new Map(days.map((day) => [day, 1])),
    splits: none,
  })
  expect(bars.map(({ dividends, adjustedClose }) => [dividends, adjustedClose])).toEqual([
    [1, 9],
    [1, 10],
  ])
})

test('behavior: before a dividend as large as the price there are no adjusted closes', () => {
  const bars = withActions([bar('2026-01-03', 1), bar('2026-01-05', 10)], {
    dividends: new Map([['2026-01-05', 1]]),
    splits: none,
  })
  expect(bars.map(({ adjustedClose }) => adjustedClose)).toEqual([undefined, 10])
  expect(totalReturn(bars)).toBeNull()
})

const days = fc
  .uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 60 })
  .map((numbers) =>
    numbers
      .sort((a, b) => a - b)
      .map((day) => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)),
  )

test('property: the total return equals that of reinvesting each dividend at the previous close', () => {
  fc.assert(
    fc.property(
      days,
      fc.infiniteStream(fc.double({ min: 1, max: 500, noNaN: true })),
      (dates, prices) => {
        const next = () => prices.next().value as number
        const bars = dates.map((date) => bar(date, next()))
        const dividends = new Map(
          dates.filter((_, at) => at % 3 === 1).map((date) => [date, next() / 500]),
        )
        const adjusted = withActions(bars, { dividends, splits: none })
        // The holder buys at the theoretical price on the ex-day: the previous close less the
        // dividend.
        let shares = 1
        for (const [at, { date }] of bars.entries()) {
          const dividend = dividends.get(date) ?? 0
          if (at > 0) shares *= 1 / (1 - dividend / bars[at - 1]!.close)
        }
        const gain = 100 * ((shares * bars.at(-1)!.close) / bars[0]!.close - 1)
        if (gain < 1e9) expect(totalReturn(adjusted)).toBeCloseTo(gain, 3)
      },
    ),
  )
})

const folder = new URL('../../../../../../shared/data/', import.meta.url)

test.skipIf(existsSync(folder))(
  'SKIPPED: the recorded charts are absent from ../shared/data',
  () => undefined,
)

describe.runIf(existsSync(folder))('recorded charts', () => {
  type Chart = {
    timestamp: readonly number[]
    indicators: {
      quote: readonly { close: readonly (number | null)[] }[]
      adjclose: readonly { adjclose: readonly number[] }[]
    }
    events?: { dividends?: Record<string, { date: number; amount: number }> }
  }
  const chart = (path: string): Chart => {
    const recorded = JSON.parse(gunzipSync(readFileSync(new URL(path, folder))).toString())
    return (recorded.body ?? recorded).chart.result[0]
  }
  const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)

  test.each([
    ['yahoo/chart_IBM_max_with_dividends.json.gz', 16_101, 254],
    ['yahoo/chart_AAPL.json.gz', 745, 12],
    ['recorded/query2.finance.yahoo.com/v8_finance_chart_VTSAX.json.gz', 863, 13],
  ])('default: computes the adjusted closes of %s', (path, least, paid) => {
    const { timestamp, indicators, events = {} } = chart(path)
    const given = indicators.adjclose[0]!.adjclose
    const rows = timestamp.flatMap((seconds, at) => {
      const close = indicators.quote[0]!.close[at]
      return close == null ? [] : [{ bar: bar(day(seconds), close), given: given[at]! }]
    })
    const dividends = new Map(
      Object.values(events.dividends ?? {}).map(({ date, amount }) => [day(date), amount]),
    )
    expect(dividends.size).toBe(paid)
    const adjusted = withActions(
      rows.map(({ bar }) => bar),
      { dividends, splits: none },
    )
    // Between two ex-days all closes have one factor. The publisher rounds each adjusted close, so
    // its own factors differ by up to 2.3e-6: compares their median.
    const stretches = new Map<number, number[]>()
    let stretch = 0
    for (const [at, { adjustedClose, dividends }] of adjusted.entries()) {
      if (dividends !== 0) stretch = at
      const error = adjustedClose! / rows[at]!.given - 1
      expect(Math.abs(error)).toBeLessThan(2e-6)
      stretches.set(stretch, [...(stretches.get(stretch) ?? []), error])
    }
    for (const errors of stretches.values()) {
      const median = errors.sort((a, b) => a - b)[errors.length >> 1]!
      expect(Math.abs(median)).toBeLessThan(1e-6)
    }
    expect(adjusted.length).toBeGreaterThanOrEqual(least)
  })
})
