import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atr, type RangeBar } from './atr.ts'
import taLib from './fixtures/ta-lib.json' with { type: 'json' }

test('default: includes the gap from the previous close', () => {
  const bars = [
    { high: 10, low: 9, close: 9 },
    { high: 11, low: 10, close: 10.5 }, // 2, from the close at 9
    { high: 10, low: 6, close: 7 }, // 4.5, from the close at 10.5
    { high: 8, low: 7, close: 8 }, // 1
  ]
  expect(atr(bars, 2)).toEqual([null, null, 3.25, 2.125])
})

test('behavior: a flat series has a range of 0, which is correct', () => {
  expect(atr(new Array(4).fill({ high: 5, low: 5, close: 5 }), 2)).toEqual([null, null, 0, 0])
})

test.each(taLib.cases)(
  'behavior: equals TA-Lib, case %#',
  ({ periods: { period }, atr: given }) => {
    const full = atr(taLib.bars, period).slice(period)
    expect(full).toHaveLength(given.length)
    given.forEach((value, index) => {
      expect(full[index]).toBeCloseTo(value, 9)
    })
  },
)

test('behavior: equals the definition on random bars', () => {
  const price = fc.double({ min: 1, max: 100, noNaN: true })
  const bar = fc
    .tuple(price, price, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([a, b, at]) => ({
      high: Math.max(a, b),
      low: Math.min(a, b),
      close: Math.min(a, b) + at * Math.abs(a - b),
    }))
  fc.assert(
    fc.property(
      fc.array(bar, { maxLength: 60 }),
      fc.integer({ min: 2, max: 15 }),
      (bars, period) => {
        atr(bars, period).forEach((value, index) => {
          if (index < period) {
            expect(value).toBeNull()
            return
          }
          expect(value).toBeCloseTo(naiveAtr(bars.slice(0, index + 1), period), 9)
        })
      },
    ),
  )
})

function naiveAtr(bars: readonly RangeBar[], period: number): number {
  const ranges = bars.slice(1).map((bar, index) => {
    const before = bars[index]!.close
    return Math.max(bar.high, before) - Math.min(bar.low, before)
  })
  const seed = ranges.slice(0, period).reduce((sum, range) => sum + range, 0) / period
  return ranges.slice(period).reduce((average, range) => average + (range - average) / period, seed)
}
