import { expect, test } from 'vitest'
import { isCurrencyPair, marketSymbol } from './market-symbol.ts'

test.each([
  ['EURUSD=X', 'EURUSD=X'],
  ['jpy=x', 'JPY=X'],
  ['GC=F', 'GC=F'],
  ['es=f', 'ES=F'],
  ['vod.l', 'VOD.L'],
  [' 7203.T ', '7203.T'],
  ['0700.HK', '0700.HK'],
  ['700.hk', '0700.HK'],
  ['NOVO-B.CO', 'NOVO-B.CO'],
])('default: %j is the symbol %s', (ticker, symbol) => {
  expect(marketSymbol(ticker)).toBe(symbol)
})

test.each(['AAPL', 'BRK.B', 'BRK.A', 'BTC-USD', '^GSPC', '=X', 'EUR=F=X', 'VOD.LL', '.L', ''])(
  'default: %j has no symbol',
  (ticker) => {
    expect(marketSymbol(ticker)).toBeUndefined()
  },
)

test('default: a pair of currencies has two codes of three letters and a suffix', () => {
  expect(['EURUSD=X', 'EUR=X', 'AAPL', 'ES=F', 'BTC-USD'].map(isCurrencyPair)).toEqual([
    ...[true, false, false, false, false],
  ])
})
