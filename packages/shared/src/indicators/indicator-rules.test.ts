import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Bar } from './bar.ts'
import taLib from './fixtures/ta-lib.json' with { type: 'json' }
import { indicatorOf } from './indicator.ts'
import { type IndicatorRule, indicatorRules } from './indicator-rules.ts'
import { settingsOf } from './settings.ts'

const rules = Object.entries(indicatorRules)
const bars: Bar[] = taLib.bars.map((bar, index) => ({
  ...bar,
  date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  open: null,
}))

/** The newest outputs with default settings. */
function newest(rule: IndicatorRule, of: readonly Bar[]): Record<string, unknown> {
  const { points: _points, ...outputs } = indicatorOf(rule, of, settingsOf(rule, {}))
  return outputs
}

test.each(rules)('default: %s has its first value after its stated number of bars', (_, rule) => {
  const needed = rule.barsMin(settingsOf(rule, {}))
  expect(newest(rule, bars.slice(0, needed - 1))['reason']).toContain(`Needs ${needed} bars`)
  expect(newest(rule, bars.slice(0, needed))['reason']).toBeNull()
})

test.each(rules)('behavior: %s agrees for real and for scaled prices', (name, rule) => {
  // At twice the price, averages, bands and ranges double; strength and flow do not change.
  const twice = bars.map((bar) => ({
    ...bar,
    high: bar.high! * 2,
    low: bar.low! * 2,
    close: bar.close * 2,
  }))
  const factor = name === 'rsi' || name === 'mfi' ? 1 : 2
  const [one, two] = [newest(rule, bars), newest(rule, twice)]
  const outputs = Object.keys(one).filter((key) => typeof one[key] === 'number')
  expect(outputs.length).toBeGreaterThan(0)
  for (const key of outputs) expect(two[key]).toBeCloseTo((one[key] as number) * factor, 9)
})

const file = new URL('../../../../../shared/data/equities/vix_daily.csv.gz', import.meta.url)
const isHere = existsSync(file)

describe.skipIf(!isHere)(
  `36 years of the VIX${isHere ? '' : ' (skipped: ../shared/data/equities is absent)'}`,
  () => {
    const vix = isHere ? vixBars() : []

    // TA-Lib's result for the last of these 9,235 bars.
    test.each([
      ['sma', { value: 16.82 }],
      ['ema', { value: 17.17674972480746 }],
      ['rsi', { value: 55.49261423429225 }],
      ['atr', { value: 1.9656217444348532 }],
      [
        'macd',
        {
          macd: 0.07223868219371354,
          signal: -0.1571397515471349,
          histogram: 0.22937843374084843,
        },
      ],
      [
        'bollinger',
        {
          upper: 16.82 + 2 * 1.081780939007581,
          middle: 16.82,
          lower: 16.82 - 2 * 1.081780939007581,
        },
      ],
    ])('behavior: %s equals TA-Lib', (name, expected) => {
      expect(vix).toHaveLength(9235)
      const outputs = newest(indicatorRules[name]!, vix)
      expect(outputs['date']).toBe('2026-07-23')
      for (const [key, value] of Object.entries(expected))
        expect(outputs[key]).toBeCloseTo(value, 9)
    })

    test('behavior: an index has no volume, with a reason', () => {
      expect(newest(indicatorRules['mfi']!, vix)['reason']).toBe('The bars have no volume.')
    })
  },
)

function vixBars(): Bar[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1)
  return lines.map((line) => {
    const [date = '', open, high, low, close] = line.split(',')
    const [o, h, l, c] = [open, high, low, close].map(Number) as [number, number, number, number]
    return { date, open: o, high: h, low: l, close: c, volume: null }
  })
}
