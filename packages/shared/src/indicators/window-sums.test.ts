import fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowSums } from './window-sums.ts'

test('default: null until the window is full', () => {
  expect(windowSums([1, 2, 3, 4, 5], 2)).toEqual([null, 3, 5, 7, 9])
})

test('behavior: a series shorter than the window has no sum, an empty one no bars', () => {
  expect(windowSums([1, 2], 3)).toEqual([null, null])
  expect(windowSums([], 3)).toEqual([])
})

test('behavior: sums whole numbers exactly, for any window', () => {
  const whole = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 120 })
  fc.assert(
    fc.property(whole, fc.integer({ min: 2, max: 40 }), (values, period) => {
      const naive = values.map((_, index) =>
        index < period - 1
          ? null
          : values.slice(index - period + 1, index + 1).reduce((sum, value) => sum + value, 0),
      )
      expect(windowSums(values, period)).toEqual(naive)
    }),
  )
})

test('behavior: an outlier has no effect after it has left the window', () => {
  const values = [0.1, 1e17, ...new Array(10).fill(0.1)]
  // The usual rolling sum, which subtracts the oldest value, gives 0 here.
  expect(windowSums(values, 3).at(-1)).toBeCloseTo(0.3, 15)
})
