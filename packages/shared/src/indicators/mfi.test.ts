import fc from 'fast-check'
import { expect, test } from 'vitest'
import taLib from './fixtures/ta-lib.json' with { type: 'json' }
import { type FlowBar, mfi } from './mfi.ts'

const bar = (price: number, volume: number): FlowBar => ({
  high: price,
  low: price,
  close: price,
  volume,
})

test('default: returns the share of rising flow', () => {
  // Flows: rising 2 x 10 = 20, falling 1 x 60 = 60, then rising 4 x 30 = 120.
  expect(mfi([bar(1, 1), bar(2, 10), bar(1, 60), bar(4, 30)], 2)).toEqual([
    null,
    null,
    25,
    100 * (120 / 180),
  ])
})

test('behavior: a flat window is null, never 0 and never 100', () => {
  const bars = [bar(1, 9), bar(2, 9), bar(2, 9), bar(2, 9)]
  expect(mfi(bars, 2)).toEqual([null, null, 100, null])
})

test('behavior: a total flow under 1 is 0, as in TA-Lib', () => {
  expect(mfi([bar(0.1, 1), bar(0.2, 1), bar(0.3, 1)], 2)).toEqual([null, null, 0])
})

test('behavior: a window with a negative price is null, never above 100', () => {
  const bars = [bar(5, 9), bar(-4, 10), bar(3, 10), bar(4, 10), bar(5, 10)]
  expect(mfi(bars, 2)).toEqual([null, null, null, 100, 100])
})

test('behavior: a flow without volume is null', () => {
  expect(mfi([bar(1, 0), bar(2, 0), bar(1, 0), bar(2, 0)], 2).every((v) => v === null)).toBe(true)
})

test.each(taLib.cases)(
  'behavior: equals TA-Lib, case %#',
  ({ periods: { period }, mfi: given }) => {
    const full = mfi(taLib.bars, period).slice(period)
    expect(full).toHaveLength(given.length)
    given.forEach((value, index) => {
      expect(full[index]).toBeCloseTo(value, 9)
    })
  },
)

test('behavior: equals the definition on random bars', () => {
  const random = fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 1_000_000 }))
    .map(([price, volume]) => bar(price, volume))
  fc.assert(
    fc.property(
      fc.array(random, { maxLength: 60 }),
      fc.integer({ min: 2, max: 15 }),
      (bars, period) => {
        mfi(bars, period).forEach((value, index) => {
          const expected = naiveMfi(bars, period, index)
          if (expected === null) expect(value).toBeNull()
          else expect(value).toBeCloseTo(expected, 9)
        })
      },
    ),
  )
})

function naiveMfi(bars: readonly FlowBar[], period: number, index: number): number | null {
  if (index < period) return null
  let [rising, falling] = [0, 0]
  for (let at = index - period + 1; at <= index; at += 1) {
    const [before, now] = [bars[at - 1]!.close, bars[at]!.close]
    if (now > before) rising += now * bars[at]!.volume
    if (now < before) falling += now * bars[at]!.volume
  }
  if (rising + falling === 0) return null
  return rising + falling < 1 ? 0 : 100 - 100 / (1 + rising / falling)
}
