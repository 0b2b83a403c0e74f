import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinctTickers, repeatedTicker } from './distinct-tickers.ts'

test('default: keeps the first spelling of each, in order', () => {
  const requests = ['brk.b', 'AAPL', 'BRK-B', '$aapl', 'BRK/B', '^GSPC', ' aapl ']
  expect(distinctTickers(requests)).toEqual(['brk.b', 'AAPL', '^GSPC'])
  expect(repeatedTicker(requests)).toEqual([0, 2])
})

test('default: different tickers have no duplicates', () => {
  expect(repeatedTicker(['GOOG', 'GOOGL', '^GSPC', 'GSPC', 'BRK-A', 'BRK-B'])).toBeUndefined()
})

test('behavior: the result has no duplicates, and loses nothing', () => {
  const ticker = fc.constantFrom('a', 'A', 'b', 'B.C', 'b-c', ' c', 'D')
  fc.assert(
    fc.property(fc.array(ticker), (tickers) => {
      const left = distinctTickers(tickers)
      expect(repeatedTicker(left)).toBeUndefined()
      for (const each of tickers)
        expect(left.length === tickers.length || repeatedTicker([...left, each])).toBeTruthy()
      expect(repeatedTicker(tickers) === undefined).toBe(left.length === tickers.length)
    }),
  )
})
