import { expect, test } from 'vitest'
import { changeOf, emptyRow } from './quote-row.ts'

test('default: change in price and in percent, without binary rounding errors', () => {
  expect(changeOf(270.97, 273.67)).toEqual({ change: -2.7, changePercent: -0.9865896883 })
  expect(changeOf(0.3, 0.1)).toEqual({ change: 0.2, changePercent: 200 })
})

test('behavior: no previous price to compare with', () => {
  expect(changeOf(1, null)).toEqual({ change: null, changePercent: null })
  expect(changeOf(1, 0)).toEqual({ change: 1, changePercent: null })
  expect(emptyRow('X')).toMatchObject({ ticker: 'X', price: null })
})
