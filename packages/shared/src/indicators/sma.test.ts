import fc from 'fast-check'
import { expect, test } from 'vitest'
import taLib from './fixtures/ta-lib.json' with { type: 'json' }
import { sma } from './sma.ts'

const closes = taLib.bars.map(({ close }) => close)

test('default: returns the mean of the last values', () => {
  expect(sma([1, 2, 3, 4], 2)).toEqual([null, 1.5, 2.5, 3.5])
})

test.each(taLib.cases)(
  'behavior: equals TA-Lib, case %#',
  ({ periods: { period }, sma: given }) => {
    const averages = sma(closes, period)
    expect(averages.indexOf(averages.find((value) => value !== null)!)).toBe(period - 1)
    const full = averages.slice(period - 1)
    expect(full).toHaveLength(given.length)
    given.forEach((value, index) => {
      expect(full[index]).toBeCloseTo(value, 9)
    })
  },
)

test('behavior: equals the definition on random series', () => {
  const prices = fc.array(fc.double({ min: 0.01, max: 5000, noNaN: true }), { maxLength: 90 })
  fc.assert(
    fc.property(prices, fc.integer({ min: 2, max: 30 }), (values, period) => {
      const averages = sma(values, period)
      expect(averages).toHaveLength(values.length)
      averages.forEach((average, index) => {
        if (index < period - 1) {
          expect(average).toBeNull()
          return
        }
        let sum = 0
        for (let back = 0; back < period; back += 1) sum += values[index - back]!
        expect(average).toBeCloseTo(sum / period, 9)
      })
    }),
  )
})
