import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vwma } from './vwma.ts'

test('default: weighted by volume', () => {
  const bars = [
    { close: 1, volume: 1 },
    { close: 4, volume: 2 },
    { close: 10, volume: 1 },
  ]
  expect(vwma(bars, 2)).toEqual([null, 3, 6])
})

test('behavior: null if nothing was traded in the whole window', () => {
  const bars = [
    { close: 1, volume: 5 },
    { close: 2, volume: 0 },
    { close: 3, volume: 0 },
    { close: 4, volume: 1 },
  ]
  expect(vwma(bars, 2)).toEqual([null, 1, null, 4])
})

test('behavior: equals the definition on random series, and is within its closes', () => {
  const bar = fc.record({
    close: fc.double({ min: 0.01, max: 5000, noNaN: true }),
    volume: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000_000 })),
  })
  fc.assert(
    fc.property(
      fc.array(bar, { maxLength: 80 }),
      fc.integer({ min: 2, max: 30 }),
      (bars, period) => {
        vwma(bars, period).forEach((value, index) => {
          if (index < period - 1) {
            expect(value).toBeNull()
            return
          }
          const window = bars.slice(index - period + 1, index + 1)
          const volume = window.reduce((sum, bar) => sum + bar.volume, 0)
          if (volume === 0) {
            expect(value).toBeNull()
            return
          }
          const expected = window.reduce((sum, bar) => sum + bar.close * (bar.volume / volume), 0)
          expect(value).toBeCloseTo(expected, 8)
        })
      },
    ),
  )
})
