import { expect, test } from 'vitest'
import { priceFormatOf } from './price-format.ts'

test.each([
  ['EURUSD=X', 1.08, '1.0800', '+1.0800'],
  ['EURUSD=X', -0.0021, '-0.0021', '-0.0021'],
  ['EURUSD=X', null, '–', '–'],
  ['AAPL', 1234.5, '1,234.50', '+1,234.50'],
  [undefined, 0.00012, '0.00012', '+0.00012'],
])('default: %s at %s is %s, a change %s', (ticker, value, price, change) => {
  const format = priceFormatOf(ticker)
  expect([format.price(value), format.change(value)]).toEqual([price, change])
})
