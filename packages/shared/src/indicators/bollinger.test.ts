import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bollinger } from './bollinger.ts'
import taLib from './fixtures/ta-lib.json' with { type: 'json' }

const closes = taLib.bars.map(({ close }) => close)

test('default: uses the population deviation around the simple average', () => {
  // 2, 4, 4, 4, 5, 5, 7, 9 has mean 5 and population deviation 2.
  const bands = bollinger([2, 4, 4, 4, 5, 5, 7, 9], { period: 8, deviations: 2 })
  expect(bands.slice(0, 7)).toEqual(new Array(7).fill(null))
  expect(bands[7]?.upper).toBeCloseTo(9, 12)
  expect(bands[7]?.middle).toBeCloseTo(5, 12)
  expect(bands[7]?.lower).toBeCloseTo(1, 12)
})

test('behavior: a small deviation on a high price keeps its precision', () => {
  // The mean of squares minus the squared mean gives 0 or NaN for such large values.
  const bands = bollinger([1e9, 1e9 + 1, 1e9 + 2, 1e9 + 1], { period: 2, deviations: 1 })
  for (const band of bands.slice(1)) expect(band!.upper - band!.middle).toBeCloseTo(0.5, 6)
})

test('behavior: a flat series has bands of no width', () => {
  expect(bollinger([3, 3, 3], { period: 2, deviations: 2 }).at(-1)).toEqual({
    upper: 3,
    middle: 3,
    lower: 3,
  })
})

test.each(taLib.cases)('behavior: equals TA-Lib, case %#', ({ periods: { period }, ...given }) => {
  const full = bollinger(closes, { period, deviations: 2 }).slice(period - 1)
  expect(full).toHaveLength(given.deviation.length)
  full.forEach((band, index) => {
    const [middle, deviation] = [given.sma[index]!, given.deviation[index]!]
    expect(band?.upper).toBeCloseTo(middle + 2 * deviation, 9)
    expect(band?.middle).toBeCloseTo(middle, 9)
    expect(band?.lower).toBeCloseTo(middle - 2 * deviation, 9)
  })
})

test('behavior: equals the definition on random series', () => {
  const prices = fc.array(fc.double({ min: 0.01, max: 5000, noNaN: true }), { maxLength: 90 })
  fc.assert(
    fc.property(prices, fc.integer({ min: 2, max: 30 }), (values, period) => {
      bollinger(values, { period, deviations: 2.5 }).forEach((band, index) => {
        if (index < period - 1) {
          expect(band).toBeNull()
          return
        }
        const window = values.slice(index - period + 1, index + 1)
        const mean = window.reduce((sum, value) => sum + value) / period
        const variance = window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / period
        expect(band?.middle).toBeCloseTo(mean, 9)
        expect(band?.upper).toBeCloseTo(mean + 2.5 * Math.sqrt(variance), 9)
        expect(band?.lower).toBeCloseTo(mean - 2.5 * Math.sqrt(variance), 9)
      })
    }),
  )
})
