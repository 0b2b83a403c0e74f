import { expect, test } from 'vitest'
import { tickersOf } from './tickers-of.ts'

const read = (...tickers: string[]) => tickersOf({ arguments: { tickers }, options: {} })

test.each([
  [['AAPL,MSFT'], ['AAPL', 'MSFT']],
  [
    ['aapl,', 'msft', ',nvda'],
    ['AAPL', 'MSFT', 'NVDA'],
  ],
  [['AAPL, MSFT  ^GSPC'], ['AAPL', 'MSFT', '^GSPC']],
  [
    ['EURUSD=X', 'GC=F,VOD.L'],
    ['EURUSD=X', 'GC=F', 'VOD.L'],
  ],
  [['aapl', '$AAPL,AAPL'], ['AAPL']],
  [[',', ' '], []],
])('default: %j is %j', (words, tickers) => {
  expect(read(...words)).toEqual(tickers)
})
