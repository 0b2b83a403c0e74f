import { expect, test } from 'vitest'
import { isCryptoQuote } from './crypto-assets.ts'

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
