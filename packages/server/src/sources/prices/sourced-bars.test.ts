import { expect, test } from 'vitest'
import { sourcedBars } from './sourced-bars.ts'
import { yahooChart } from './yahoo-chart.ts'

const answer = { mode: 'live', asOf: null, retrievedAt: '2026-09-08T12:00:00Z' } as const
const bar = { open: 1, high: 2, low: 1, close: 2, volume: 10 }
const chartOf = (date: string) => ({
  symbol: 'AAPL',
  bars: [{ ...bar, date }],
  range: '1y' as const,
})
const context = { now: () => new Date('2026-09-08T12:00:00Z') }

test('default: the newest bar states the time of the chart', () => {
  const { provenance, currency } = sourcedBars(yahooChart, answer, chartOf('2026-09-07'), context)
  expect(provenance).toMatchObject([{ asOf: '2026-09-07', stale: false }])
  expect(currency).toBeUndefined()
})

test('behavior: bars older than a long weekend and one day are stale', () => {
  const { provenance } = sourcedBars(yahooChart, answer, chartOf('2026-09-03'), context)
  expect(provenance).toMatchObject([{ stale: true }])
})

test('error: a chart without bars is not found', () => {
  const empty = { ...chartOf(''), bars: [] }
  expect(() => sourcedBars(yahooChart, answer, empty, context)).toThrow('AAPL has no bars.')
})
