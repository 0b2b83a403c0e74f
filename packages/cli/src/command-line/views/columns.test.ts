import { expect, test } from 'vitest'
import { asWords, day, formatCountInFull, percent, withDecimals, yesNo } from './columns.ts'

test('default: formats a day without its time, a yes, and a complete count', () => {
  expect(day('filed', 'at').cell({ at: '2026-11-20T12:00:00Z' })).toBe('2026-11-20')
  expect(yesNo('director', 'is', 8).cell({ is: false })).toBe('no')
  expect(formatCountInFull(92_114_000)).toBe('92,114,000')
  expect(withDecimals(4)(0.00352)).toBe('0.0035')
  expect(asWords('BALANCE_SHEET')).toBe('balance sheet')
})

test('behavior: formats an unknown value as a dash', () => {
  expect(yesNo('director', 'is', 8).cell({ is: null })).toBe('–')
  expect(percent('change %', 'change', 8).cell({ change: null })).toBe('–')
  expect(formatCountInFull(null)).toBe('–')
})
