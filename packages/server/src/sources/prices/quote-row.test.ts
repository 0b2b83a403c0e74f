import { expect, test } from 'vitest'
import { changeOf, emptyRow, extendedOf } from './quote-row.ts'

test('default: change in price and in percent, without binary rounding errors', () => {
  expect(changeOf(270.97, 273.67)).toEqual({ change: -2.7, changePercent: -0.9865896883 })
  expect(changeOf(0.3, 0.1)).toEqual({ change: 0.2, changePercent: 200 })
})

test('behavior: no previous price to compare with', () => {
  expect(changeOf(1, null)).toEqual({ change: null, changePercent: null })
  expect(changeOf(1, 0)).toEqual({ change: 1, changePercent: null })
  expect(emptyRow('X')).toMatchObject({ ticker: 'X', price: null })
})

test('default: a price after the session, with its change against the last price within it', () => {
  const last = { price: 270.97, asOf: '2025-12-22T21:00:06Z' }
  const extended = extendedOf(last, 270.77, '2025-12-23T00:59:57Z')
  expect(extended).toMatchObject({ extendedPrice: 270.77, extendedAsOf: '2025-12-23T00:59:57Z' })
  expect(extended.extendedChangePercent).toBeCloseTo(-0.0738, 3)
})

test('behavior: a price older than that of the session, or without a time, is no extended one', () => {
  const last = { price: 2, asOf: '2025-12-22T21:00:06Z' }
  const none = { extendedPrice: null, extendedChangePercent: null, extendedAsOf: null }
  expect(extendedOf(last, 3, '2025-12-22T14:29:00Z')).toEqual(none)
  expect(extendedOf(last, 3, null)).toEqual(none)
  expect(extendedOf(last, null, '2025-12-23T00:59:57Z')).toEqual(none)
  expect(extendedOf({ ...last, price: null }, 3, '2025-12-23T00:59:57Z')).toEqual(none)
})
