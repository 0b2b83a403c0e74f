import { bounds } from '@fiq/shared/bounds'
import { expect, test } from 'vitest'
import { barsMax, passedBars } from './passed-bars.ts'

test('default: a missing value is null', () => {
  expect(
    passedBars([
      { date: '2026-01-02', close: 1 },
      { date: '2026-01-02T14:30:00Z', close: 2 },
    ]),
  ).toEqual([
    { date: '2026-01-02', open: null, high: null, low: null, close: 1, volume: null },
    { date: '2026-01-02T14:30:00Z', open: null, high: null, low: null, close: 2, volume: null },
  ])
})

test.each([
  ['bars', []],
  ['bars', Array(barsMax + 1).fill({ date: '2026-01-02', close: 1 })],
  ['bars.0.close', [{ date: '2026-01-02' }]],
  ['bars.0.close', [{ date: '2026-01-02', close: 1.7e308 }]],
  ['bars.0.high', [{ date: '2026-01-02', close: 1, high: -1.1e15 }]],
  ['bars.0.volume', [{ date: '2026-01-02', close: 1, volume: -1 }]],
  ['bars.0.close', [{ date: '2026-01-02', close: Number.NaN }]],
  [
    'bars.1.date',
    [
      { date: '2026-01-02', close: 1 },
      { date: 'tomorrow', close: 1 },
    ],
  ],
])('error: names %s', (argument, bars) => {
  expect(() => passedBars(bars)).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT', message: expect.stringContaining(argument) }),
  )
})

test('behavior: a request has room for the maximum number of bars, with all their figures', () => {
  const bars = Array.from({ length: barsMax }, (_, at) => ({
    date: `${new Date(Date.UTC(2006, 0, 1) + at * 60_000).toISOString().slice(0, 19)}Z`,
    open: 123_456.789,
    high: 123_456.789,
    low: 123_456.789,
    close: 123_456.789,
    volume: 123_456_789_012,
  }))
  const query = 'query ($bars: [BarInput!]) { technicals(bars: $bars) { rsi { value } } }'
  const body = JSON.stringify({ query, variables: { bars } })
  expect(body.length).toBeLessThanOrEqual(bounds.bodyBytesMax)
  expect(passedBars(bars)).toHaveLength(5_000)
})

test('behavior: checks a list once for all readers', () => {
  const bars = [{ date: '2026-01-02', close: 1 }]
  expect(passedBars(bars)).toBe(passedBars(bars))
})
