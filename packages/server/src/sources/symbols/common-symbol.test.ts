import { expect, test } from 'vitest'
import { commonSymbol } from './common-symbol.ts'
import { marketSymbol } from './market-symbol.ts'

test.each([
  ['EURUSD', 'EURUSD=X'],
  ['EUR/USD', 'EURUSD=X'],
  ['GBP-JPY', 'GBPJPY=X'],
  ['XAUUSD', 'GC=F'],
  ['BRENT', 'BZ=F'],
])('default: %s is %s, which has a price', (text, symbol) => {
  expect(commonSymbol(text)).toBe(symbol)
  expect(marketSymbol(symbol)).toBe(symbol)
})

test.each(['AAPL', 'BTCUSD', 'USDUSD', 'EUR', '', 'EURUSD=X'])(
  'behavior: %s has no other spelling',
  (text) => {
    expect(commonSymbol(text)).toBeUndefined()
  },
)
