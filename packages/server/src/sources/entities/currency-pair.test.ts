import { expect, test } from 'vitest'
import { isCurrencyPair } from './currency-pair.ts'

test('default: two codes of three letters and the mark of a rate', () => {
  expect(['EURUSD=X', 'EUR=X', 'AAPL', 'ES=F', 'BTC-USD'].map(isCurrencyPair)).toEqual([
    ...[true, false, false, false, false],
  ])
})
