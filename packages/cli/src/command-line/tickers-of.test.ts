import { expect, test } from 'vitest'
import { tickersOf, tickersWithLists, upperCased } from './tickers-of.ts'

const lists = {
  read: (name: string) => ({ name, file: '', tickers: ['MSFT', 'VOD.L'], lots: [] }),
}
const given = (tickers: string[]) => ({ arguments: { tickers }, options: {} })
const read = (...tickers: string[]) => tickersOf(given(tickers), lists)

test('default: expands @name to the tickers of a list, each once', () => {
  const { tickers, listOf } = tickersWithLists(given(['aapl,@tech', 'msft']), lists)
  expect(tickers).toEqual(['AAPL', 'MSFT', 'VOD.L'])
  expect([...listOf]).toEqual([
    ['MSFT', 'tech'],
    ['VOD.L', 'tech'],
  ])
})

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
  [['AAPL;MSFT|NVDA'], ['AAPL', 'MSFT', 'NVDA']],
  [
    ['AAPL\u200b', '\ufeffMSFT'],
    ['AAPL', 'MSFT'],
  ],
  [[',', ' '], []],
])('default: reads %j as %j', (words, tickers) => {
  expect(read(...words)).toEqual(tickers)
})

test('default: upperCased converts letters to upper case, and keeps the rest', () => {
  expect([' aapl', '^gspc', 'brk.b', 'BTC-usd '].map(upperCased)).toEqual([
    'AAPL',
    '^GSPC',
    'BRK.B',
    'BTC-USD',
  ])
})
