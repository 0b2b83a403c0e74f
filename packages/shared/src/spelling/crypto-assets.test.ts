import { expect, test } from 'vitest'
import { isCryptoPair, isCryptoQuote } from './crypto-assets.ts'

test.each([
  ['BTC-USD', undefined, true],
  ['BTC', null, true],
  ['btc', null, true],
  // The symbol of Interlink Electronics is also that of Chainlink.
  ['LINK', 'Nasdaq', false],
  ['LINK', undefined, false],
  ['AAPL', null, false],
])('default: a quote of %s on %s is one of a crypto asset: %s', (ticker, exchange, isCrypto) => {
  expect(isCryptoQuote({ ticker, exchange })).toBe(isCrypto)
})

test.each(['BTC-USD', 'btc/usd', 'BTC.USD', 'BTCUSD', 'ETH-EUR', 'SOL-BTC'])(
  'default: %s is a crypto asset with its currency',
  (ticker) => {
    expect(isCryptoPair(ticker)).toBe(true)
  },
)

test.each(['BTC', 'EURUSD=X', 'EURUSD', 'USD', 'VOD.L', 'BRK-B', '^GSPC'])(
  'behavior: %s is none',
  (ticker) => {
    expect(isCryptoPair(ticker)).toBe(false)
  },
)
