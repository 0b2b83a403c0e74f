import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ema } from './ema.ts'
import taLib from './fixtures/ta-lib.json' with { type: 'json' }

const closes = taLib.bars.map(({ close }) => close)

test('default: seeded with the simple average, then weighted 2 / (period + 1)', () => {
  expect(ema([1, 2, 3, 4, 8], 3)).toEqual([null, null, 2, 3, 5.5])
})

test('behavior: a later seed uses the values that end there', () => {
  expect(ema([100, 1, 2, 3, 5], 3, 3)).toEqual([null, null, null, 2, 3.5])
})

test('behavior: has no value before the seed, and none at all for too short a series', () => {
  expect(ema([1, 2], 3)).toEqual([null, null])
  expect(ema([], 3)).toEqual([])
})

test.each(taLib.cases)(
  'behavior: equals TA-Lib, case %#',
  ({ periods: { period }, ema: given }) => {
    const full = ema(closes, period).slice(period - 1)
    expect(full).toHaveLength(given.length)
    given.forEach((value, index) => {
      expect(full[index]).toBeCloseTo(value, 9)
    })
  },
)

test('behavior: equals the expanded sum of the definition on random series', () => {
  const prices = fc.array(fc.double({ min: 0.01, max: 5000, noNaN: true }), { maxLength: 60 })
  fc.assert(
    fc.property(prices, fc.integer({ min: 2, max: 20 }), (values, period) => {
      const weight = 2 / (period + 1)
      ema(values, period).forEach((average, index) => {
        if (index < period - 1) {
          expect(average).toBeNull()
          return
        }
        const seed = values.slice(0, period).reduce((sum, value) => sum + value, 0) / period
        let expanded = seed * (1 - weight) ** (index - period + 1)
        for (let bar = period; bar <= index; bar += 1)
          expanded += weight * (1 - weight) ** (index - bar) * values[bar]!
        expect(average).toBeCloseTo(expanded, 8)
      })
    }),
  )
})
