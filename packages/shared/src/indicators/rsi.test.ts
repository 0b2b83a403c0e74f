import fc from 'fast-check'
import { expect, test } from 'vitest'
import taLib from './fixtures/ta-lib.json' with { type: 'json' }
import { rsi } from './rsi.ts'

const closes = taLib.bars.map(({ close }) => close)

test("default: uses the mean of gains and losses first, then Wilder's smoothing", () => {
  // Gains 1, 0, 1 and losses 0, 1, 0: averages 0.5 and 0.5, then 0.75 and 0.25.
  expect(rsi([1, 2, 1, 2], 2)).toEqual([null, null, 50, 75])
})

test('behavior: equals the fourteen-day worksheet in textbooks', () => {
  // Wilder's method on the StockCharts worksheet: 70.53 on the first full day, 66.32 on the next.
  const worksheet = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826,
    45.8931, 46.0328, 45.614, 46.282, 46.282, 46.0028,
  ]
  const [first, second] = rsi(worksheet, 14).slice(14)
  expect([first?.toFixed(2), second?.toFixed(2)]).toEqual(['70.53', '66.32'])
})

test('behavior: a flat series has no strength, neither 0 nor 100', () => {
  expect(rsi(new Array(30).fill(7), 14).every((value) => value === null)).toBe(true)
})

test('behavior: 100 for only gains, 0 for only losses', () => {
  expect(rsi([1, 2, 3, 4], 2).slice(2)).toEqual([100, 100])
  expect(rsi([4, 3, 2, 1], 2).slice(2)).toEqual([0, 0])
})

test.each(taLib.cases)(
  'behavior: equals TA-Lib, case %#',
  ({ periods: { period }, rsi: given }) => {
    const full = rsi(closes, period).slice(period)
    expect(full).toHaveLength(given.length)
    given.forEach((value, index) => {
      expect(full[index]).toBeCloseTo(value, 9)
    })
  },
)

test('behavior: equals the definition on random series, flat stretches included', () => {
  const moves = fc.array(fc.constantFrom(0, 0, 0.01, -0.01, 1.37, -2.5), { maxLength: 70 })
  fc.assert(
    fc.property(moves, fc.integer({ min: 2, max: 20 }), (changes, period) => {
      const prices = [1000]
      for (const change of changes) prices.push(prices.at(-1)! + change)
      const strengths = rsi(prices, period)
      expect(strengths).toHaveLength(prices.length)
      strengths.forEach((strength, index) => {
        const expected = naiveRsi(prices.slice(0, index + 1), period)
        if (expected === null) expect(strength).toBeNull()
        else expect(strength).toBeCloseTo(expected, 9)
      })
    }),
  )
})

test('property: a value is never below 0 nor above 100', () => {
  const price = fc.oneof(
    fc.double({ min: 1e-9, max: 1e15, noNaN: true }),
    fc.double({ min: 99, max: 101, noNaN: true }),
  )
  const series = fc.array(price, { minLength: 3, maxLength: 60 })
  fc.assert(
    fc.property(series, fc.integer({ min: 1, max: 14 }), (closes, period) => {
      for (const strength of rsi(closes, period)) {
        expect(strength ?? 0).toBeGreaterThanOrEqual(0)
        expect(strength ?? 0).toBeLessThanOrEqual(100)
      }
    }),
    // If 100 times the gain is divided afterwards, the result is 100.00000000000001.
    { numRuns: 2_000, examples: [[[1, 1.23, 1.46], 2]] },
  )
})

/** RSI of the last bar, from the definition, without the code under test. */
function naiveRsi(prices: readonly number[], period: number): number | null {
  const changes = prices.slice(1).map((price, index) => price - prices[index]!)
  if (changes.length < period) return null
  const smoothed = (part: (change: number) => number) => {
    const [first, rest] = [changes.slice(0, period), changes.slice(period)]
    const mean = first.reduce((sum, change) => sum + part(change), 0) / period
    return rest.reduce((average, change) => average + (part(change) - average) / period, mean)
  }
  const gain = smoothed((change) => Math.max(change, 0))
  const loss = smoothed((change) => Math.max(-change, 0))
  if (gain === 0 && loss === 0) return null
  return loss === 0 ? 100 : 100 - 100 / (1 + gain / loss)
}
