import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatChange,
  formatLarge,
  formatPercent,
  formatPrice,
  formatScore,
  formatValue,
  toneOf,
} from './format-number.ts'

const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e18, max: 1e18 })

describe('formatLarge', () => {
  test.each([
    [3_031_500_000_000, '3.03T'],
    [30_315_000, '30.3M'],
    [303_150, '303K'],
    [999_999, '1.00M'],
    [999_500_000_000, '1.00T'],
    [-45_200_000, '-45.2M'],
    [850, '850'],
    [0, '0'],
    [null, '–'],
    ['x', '–'],
  ])('default: formats %s as %s', (value, text) => {
    expect(formatLarge(value)).toBe(text)
  })

  test('property: at most seven columns, with at most half a percent error', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: 1e3, max: 9.9e17 }), (value) => {
        const text = formatLarge(value)
        expect(text.length).toBeLessThanOrEqual(7)
        const [, digits, unit] = /^([\d.]+)([QTBMK])$/.exec(text)!
        const scale = { Q: 1e15, T: 1e12, B: 1e9, M: 1e6, K: 1e3 }[unit!]!
        expect(Math.abs((Number(digits) * scale) / value - 1)).toBeLessThan(0.0051)
      }),
    )
  })
})

describe('formatPrice', () => {
  test.each([
    [159.54, '159.54'],
    [1234567.891, '1,234,567.89'],
    [0.5, '0.50'],
    [0.0001234, '0.0001234'],
    [-0.25, '-0.25'],
    [0, '0.00'],
    [undefined, '–'],
    [Number.NaN, '–'],
  ])('default: formats %s as %s', (value, text) => {
    expect(formatPrice(value)).toBe(text)
  })
})

describe('formatChange and formatPercent', () => {
  test('default: prints the sign first', () => {
    expect([formatChange(1.2), formatChange(-1.2), formatChange(0)]).toEqual([
      '+1.20',
      '-1.20',
      '0.00',
    ])
    expect([formatPercent(0.592), formatPercent(-12.5), formatPercent(null)]).toEqual([
      '+0.59%',
      '-12.50%',
      '–',
    ])
  })

  test('property: sign and colour agree, and nothing is printed as -0.00', () => {
    fc.assert(
      fc.property(finite, (value) => {
        const text = formatPercent(value)
        expect(text).not.toMatch(/^-0\.00/)
        if (toneOf(value) === 'up') expect(text[0]).toBe('+')
        if (text[0] === '-') expect(toneOf(value)).toBe('down')
      }),
    )
  })
})

describe('formatValue', () => {
  test.each([
    [251.107, '251.107'],
    [17348625, '17,348,625'],
    [1.000001, '1.000001'],
    [0.00000012, '1.2e-7'],
    [-3.5, '-3.5'],
    [null, '–'],
  ])('default: formats %s as %s', (value, text) => {
    expect(formatValue(value)).toBe(text)
  })
})

describe('formatScore', () => {
  test('default: prints two decimals', () => {
    expect([formatScore(1), formatScore(0.957), formatScore(null)]).toEqual(['1.00', '0.96', '–'])
  })
})
