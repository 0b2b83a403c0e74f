import { expect, test } from 'vitest'
import { columnsOf, csvOf, rowsAt } from './rows.ts'

test('default: returns rows of a list, one of an object, those of a nested list', () => {
  const data = {
    quotes: [
      { ticker: 'AAPL', price: 1 },
      { ticker: 'MSFT', price: null },
    ],
    entityByTicker: { id: '1', name: 'Apple', market: { price: 2 }, news: [] },
    priceHistory: [
      {
        ticker: 'AAPL',
        bars: [
          { date: 'a', close: 1 },
          { date: 'b', close: 2 },
        ],
      },
    ],
  }
  expect(rowsAt({ data }, 'data.quotes')).toEqual(data.quotes)
  expect(rowsAt({ data }, 'data.entityByTicker')).toEqual([
    { id: '1', name: 'Apple', news: [], price: 2 },
  ])
  const bars = rowsAt({ data }, 'data.priceHistory')
  expect(bars).toEqual([
    { ticker: 'AAPL', date: 'a', close: 1 },
    { ticker: 'AAPL', date: 'b', close: 2 },
  ])
  expect(columnsOf(bars)).toEqual(['ticker', 'date', 'close'])
})

test.each([undefined, null, {}, { data: null }, { data: { quotes: [null, 1] } }])(
  'error: %j has no rows',
  (body) => expect(rowsAt(body, 'data.quotes')).toEqual([]),
)

test('error: a file of an answer has no formula, and each cell is one cell', () => {
  const lines = [
    ['a', 'b'],
    ['=1+1', -1.5],
    [' =1+1', '\u200b@b'],
    [['x', 'y'], null],
  ]
  expect(csvOf(lines)).toBe("a,b\r\n'=1+1,-1.5\r\n' =1+1,'@b\r\n\"x,y\",\r\n")
})
