import { expect, test } from 'vitest'
import { barsIn } from './bars-in.ts'
import { chartParts } from './chart-parts.ts'
import { computeIndicators, readIndicators } from './indicators.ts'

const history = {
  bars: Array.from({ length: 40 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, index + 1)).toISOString().slice(0, 10),
    close: 100 + (index % 7),
    volume: index === 0 ? null : 10,
  })).toReversed(),
}

test('default: draws averages over the prices, and other indicators below with their lines', () => {
  const bars = barsIn(history)
  const series = computeIndicators(history.bars, readIndicators('ema5,bollinger,rsi,macd,mfi'))
  const { overlays, panels } = chartParts(series, bars)
  expect(overlays.map(({ title, lines }) => [title, lines.length])).toEqual([
    ['EMA 5', 1],
    [expect.stringMatching(/^Bollinger 20/), 3],
  ])
  expect(overlays[0]?.lines[0]).toHaveLength(40)
  expect(panels.map(({ title, guides }) => [title, guides])).toEqual([
    [expect.stringMatching(/^RSI 14 {2}\d+\.\d\d; lines at 70 and 30$/), [30, 70]],
    [
      expect.stringMatching(/^MACD 12 26 9 {2}[+-].*, signal [+-].*, histogram [+-].*; line at 0$/),
      [0],
    ],
    ['MFI 14: The bars have no high and no low.', [20, 80]],
  ])
})

test('default: orders bars oldest first, and fills missing values with the close', () => {
  const [first] = barsIn(history)
  expect(first).toEqual({
    date: '2026-01-01',
    open: 100,
    high: 100,
    low: 100,
    close: 100,
    volume: null,
  })
})
