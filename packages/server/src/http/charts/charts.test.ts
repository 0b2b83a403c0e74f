import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candleChart } from './candle-chart.ts'
import {
  ageText,
  changeText,
  numberText,
  priceText,
  shortText,
  timeText,
  usdcText,
} from './figures.ts'
import { lineChart } from './line-chart.ts'
import { scaleOf, timeTicks } from './scale.ts'

test('property: a scale contains its values and has a few ascending round ticks', () => {
  const value = fc.double({ min: -1e12, max: 1e12, noNaN: true })
  const close = fc.tuple(value, fc.double({ min: 0, max: 1e-3, noNaN: true }))
  const ofClose = close.map(([low, distance]) => [low, low + distance])
  const smallest = fc.constantFrom([0, 5e-324], [5e-324, -4e-323], [-5e-324], [1e-300, 1e-299])
  const anyValues = fc.array(value, { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(fc.oneof(anyValues, ofClose, smallest), (values) => {
      const scale = scaleOf(values, 5)
      for (const each of values)
        expect(scale.at(each)).toSatisfy((at: number) => at >= 0 && at <= 1)
      expect(scale.ticks.length).toBeLessThanOrEqual(6)
      for (const [at, tick] of scale.ticks.entries())
        if (at > 0) expect(tick).toBeGreaterThan(scale.ticks[at - 1]!)
    }),
  )
})

test('default: the time axis shows years, months or days', () => {
  const of = (from: string, to: string) =>
    timeTicks(Date.parse(from), Date.parse(to)).map(({ text }) => text)
  expect(of('2000-03-01', '2006-02-01')).toEqual(['2001', '2002', '2003', '2004', '2005', '2006'])
  expect(of('1960-01-01', '2025-01-01')).toEqual(['1970', '1980', '1990', '2000', '2010', '2020'])
  expect(of('1871-01-01', '2026-01-01')).toEqual(['1900', '1950', '2000'])
  expect(of('2025-11-24', '2026-11-16')).toEqual(['Dec 2025', 'Mar', 'Jun', 'Sep'])
  expect(of('2026-11-01', '2026-11-21')).toHaveLength(5)
  expect(of('2026-11-01', '2026-11-01')).toHaveLength(1)
})

test('behavior: a date below bars is the day of the bar above it', () => {
  const day = (text: string) => Date.parse(`2026-${text}`)
  const bars = ['10-29', '10-30', '11-02', '11-03', '11-04', '11-05', '11-06', '11-09'].map(day)
  const ticks = timeTicks(day('10-29'), day('11-09'), bars)
  expect(ticks).toEqual([
    { at: 0.5 / 8, text: '29 Oct' },
    { at: 2.5 / 8, text: '2 Nov' },
    { at: 4.5 / 8, text: '4 Nov' },
    { at: 6.5 / 8, text: '6 Nov' },
  ])
  const year = Array.from({ length: 252 }, (_, at) => Date.UTC(2026, 0, 2) + at * 1.45 * 86_400_000)
  for (const { at, text } of timeTicks(year[0]!, year.at(-1)!, year))
    expect(new Date(year[at * 252 - 0.5]!).toDateString()).toContain(text.slice(0, 3))
})

test('default: figures have signs, units and ages', () => {
  expect([usdcText(1_000_150_000n), usdcText('0.06'), usdcText('9223372036854.775807')]).toEqual([
    ...['1,000.150', '0.060', '9,223,372,036,854.775807'],
  ])
  expect([priceText(78514.594), priceText(0.00012), shortText(287186000000)]).toEqual([
    '78,514.59',
    '0.00012',
    '287B',
  ])
  expect([changeText(-0.079), changeText(170.44, 1), changeText(0)]).toEqual([
    '−0.08%',
    '+170.4%',
    '0.00%',
  ])
  expect([numberText(1_234_567), numberText(1234), numberText(1.5)]).toEqual([
    '1.23M',
    '1,234',
    '1.5',
  ])
  const now = '2026-11-22T14:39:06Z'
  expect(ageText('2026-11-20', now)).toBe('2 days old')
  expect(ageText('2026-11-22', now)).toBe('today')
  expect(ageText('2026-11-22T13:30:00Z', now)).toBe('1 hour old')
  expect(ageText(null, now)).toBe('age unknown')
  expect(timeText(Date.parse(now))).toBe('22 Nov 2026, 14:39:06 UTC')
})

test('behavior: a missing value is a gap, and texts are escaped', () => {
  const times = [0, 1, 2, 3].map((day) => day * 86_400_000)
  const chart = lineChart({
    lines: [{ name: 'a', times, values: [1, null, 2, 3] }],
    label: '<a "b">',
    textOf: String,
  })
  expect(String(chart).match(/[ML](?=\d)/g)).toEqual(['M', 'M', 'L'])
  expect(String(chart)).toContain('aria-label="&lt;a &quot;b&quot;&gt;"')
})

test('default: rising candles are hollow, falling ones filled, above their volumes', () => {
  const bar = { ms: 0, open: 1, high: 3, low: 0.5, close: 2, volume: 10 }
  const bars = [bar, { ...bar, ms: 86_400_000, close: 0.7, volume: null }]
  const chart = String(candleChart({ bars, label: 'x', textOf: String, volumeText: String }))
  expect(chart.match(/<rect class="[^"]*"/g)).toEqual([
    '<rect class="rise"',
    '<rect class="fall"',
    '<rect class="rise vol"',
    '<rect class="fall vol"',
  ])
})
