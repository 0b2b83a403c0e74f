import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indicatorRules } from './indicator-rules.ts'
import { settingsOf } from './settings.ts'

const { macd, bollinger, rsi } = indicatorRules

test('default: missing and null arguments have the defaults of TA-Lib', () => {
  expect(settingsOf(rsi!, {})).toEqual({ period: 14 })
  expect(settingsOf(macd!, { signal: null })).toEqual({ fast: 12, slow: 26, signal: 9 })
  expect(settingsOf(bollinger!, { deviations: 1.5 })).toEqual({ period: 20, deviations: 1.5 })
})

test.each([
  [rsi, { period: 1 }, 'period must be a whole number from 2 to 500.'],
  [rsi, { period: 501 }, 'period must be a whole number from 2 to 500.'],
  [rsi, { period: 2.5 }, 'period must be a whole number from 2 to 500.'],
  [rsi, { period: '14' }, 'period must be a whole number from 2 to 500.'],
  [bollinger, { deviations: 0 }, 'deviations must be a number from 0.1 to 10.'],
  [bollinger, { deviations: Number.NaN }, 'deviations must be a number from 0.1 to 10.'],
  [macd, { fast: 26 }, 'fast must be less than slow, which is 26.'],
])('error: %#', (rule, args, message) => {
  expect(() => settingsOf(rule!, args)).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT', message }),
  )
})

test('error: any settings are within their limits or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.integer(), fc.jsonValue()), (given) => {
      try {
        const { period } = settingsOf(rsi!, { period: given })
        expect(Number.isInteger(period) && period! >= 2 && period! <= 500).toBe(true)
      } catch (error) {
        expect(error).toMatchObject({ code: 'BAD_INPUT' })
      }
    }),
  )
})
