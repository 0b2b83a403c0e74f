import { expect, test } from 'vitest'
import type { Bar } from './bar.ts'
import { indicatorOf } from './indicator.ts'
import { indicatorRules } from './indicator-rules.ts'

const { sma, rsi, atr, vwma, mfi, macd } = indicatorRules

/** Bars from 1 January on; without volume unless given. */
function barsOf(closes: readonly number[], more: Partial<Bar> = {}): Bar[] {
  return closes.map((close, index) => ({
    date: `2026-01-${String(index + 1).padStart(2, '0')}`,
    open: close,
    high: close,
    low: close,
    close,
    volume: null,
    ...more,
  }))
}

test('default: returns the newest value with its date, and every bar that has one', () => {
  expect(indicatorOf(sma!, barsOf([1, 2, 4]), { period: 2 })).toEqual({
    value: 3,
    date: '2026-01-03',
    reason: null,
    points: [
      { date: '2026-01-02', value: 1.5 },
      { date: '2026-01-03', value: 3 },
    ],
  })
})

test('behavior: outputs of several lines have names', () => {
  const closes = Array.from({ length: 12 }, (_, index) => index)
  const { macd: line, signal } = indicatorOf(macd!, barsOf(closes), { fast: 2, slow: 4, signal: 3 })
  expect([line, signal]).toEqual([1, 1])
})

test('behavior: omits bars with impossible figures', () => {
  const points = (close: number) =>
    indicatorOf(sma!, barsOf([1, 2, close]), { period: 2 }).points.length
  expect([1e15, -1e15].map(points)).toEqual([2, 2])
  expect([1.1e15, -1.1e15, Infinity, NaN].map(points)).toEqual([1, 1, 1, 1])
})

test('behavior: omits bars with gaps', () => {
  const bars = barsOf([1, 2, 3, 4])
  bars[2] = { ...bars[2]!, high: null }
  const { points } = indicatorOf(atr!, bars, { period: 2 })
  expect(points).toEqual([{ date: '2026-01-04', value: 1.5 }])
})

test.each([
  ['a flat price', rsi, barsOf(new Array(20).fill(5)), 'The price has not changed.'],
  ['too few bars', rsi, barsOf([1, 2, 3]), 'Needs 15 bars, the range has 3.'],
  ['no bars', rsi, [], 'There are no bars in the range.'],
  ['no volume', vwma, barsOf([1, 2, 3]), 'The bars have no volume.'],
  ['no range', atr, barsOf([1, 2], { high: null, low: null }), 'The bars have no high and no low.'],
  [
    'no trade',
    vwma,
    barsOf(new Array(20).fill(5), { volume: 0 }),
    'Nothing was traded in the period.',
  ],
  [
    'no flow',
    mfi,
    barsOf(new Array(20).fill(5), { volume: 9 }),
    'No money flowed in the period: the price did not change, nothing was traded, or a price was negative.',
  ],
])('behavior: %s is null with a reason', (_, rule, bars, reason) => {
  const indicator = indicatorOf(rule!, bars, { period: 14 })
  expect(indicator).toMatchObject({ reason, points: [] })
  expect(indicator['value']).toBeUndefined()
})
