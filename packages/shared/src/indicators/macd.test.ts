import fc from 'fast-check'
import { expect, test } from 'vitest'
import taLib from './fixtures/ta-lib.json' with { type: 'json' }
import { macd } from './macd.ts'

const closes = taLib.bars.map(({ close }) => close)
const usual = { fast: 12, slow: 26, signal: 9 }

test('default: has the first complete output at bar 33', () => {
  const values = macd(closes, usual)
  expect(values).toHaveLength(closes.length)
  expect(values.findIndex((value) => value !== null)).toBe(33)
})

test('behavior: a straight line has a constant difference', () => {
  // After its seed, the average of 1, 2, 3, … lags by (period - 1) / 2: 5 minus 2 for periods 3 and
  // 7.
  const line = Array.from({ length: 30 }, (_, index) => index)
  const full = macd(line, { fast: 3, slow: 7, signal: 4 }).slice(9)
  expect(full).toHaveLength(21)
  for (const value of full) {
    expect(value?.macd).toBeCloseTo(2, 9)
    expect(value?.histogram).toBeCloseTo(0, 9)
  }
})

test('behavior: too short a series has no value', () => {
  expect(macd(closes.slice(0, 33), usual).every((value) => value === null)).toBe(true)
  expect(macd([], usual)).toEqual([])
})

test.each(taLib.cases)('behavior: equals TA-Lib, case %#', ({ periods, ...given }) => {
  const full = macd(closes, periods).slice(periods.slow + periods.signal - 2)
  expect(full).toHaveLength(given.macd.length)
  full.forEach((value, index) => {
    expect(value?.macd).toBeCloseTo(given.macd[index]!, 9)
    expect(value?.signal).toBeCloseTo(given.macdSignal[index]!, 9)
    expect(value?.histogram).toBeCloseTo(given.macdHistogram[index]!, 9)
  })
})

test('behavior: equals the definition on random series', () => {
  const prices = fc.array(fc.double({ min: 1, max: 500, noNaN: true }), {
    minLength: 20,
    maxLength: 50,
  })
  fc.assert(
    fc.property(prices, (values) => {
      const [fast, slow, signal] = [4, 7, 3]
      const at = (bar: number) =>
        naive(values, fast, slow - 1, bar) - naive(values, slow, slow - 1, bar)
      macd(values, { fast, slow, signal }).forEach((value, bar) => {
        if (bar < slow + signal - 2) {
          expect(value).toBeNull()
          return
        }
        const differences = values.slice(slow - 1).map((_, index) => at(slow - 1 + index))
        expect(value?.macd).toBeCloseTo(at(bar), 9)
        expect(value?.signal).toBeCloseTo(naive(differences, signal, signal - 1, bar - slow + 1), 9)
      })
    }),
    { numRuns: 30 },
  )
})

/** Exponential average at one bar, by recursion from a simple average that ends at `seedAt`. */
function naive(values: readonly number[], period: number, seedAt: number, bar: number): number {
  if (bar === seedAt)
    return (
      values.slice(seedAt - period + 1, seedAt + 1).reduce((sum, value) => sum + value) / period
    )
  const weight = 2 / (period + 1)
  return weight * values[bar]! + (1 - weight) * naive(values, period, seedAt, bar - 1)
}
