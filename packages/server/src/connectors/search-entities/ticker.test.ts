import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseTicker, plainTicker, tickerLengthMax } from './ticker.ts'

test.each([
  ['aapl', 'AAPL'],
  [' brk.b ', 'BRK-B'],
  ['brk/b', 'BRK-B'],
  ['BRK B', 'BRK-B'],
  ['$tsla', 'TSLA'],
  ['^gspc', '^GSPC'],
  ['btc-usd', 'BTC-USD'],
])('default: %j is %s', (text, ticker) => {
  expect(normaliseTicker(text)).toBe(ticker)
})

test('default: the plain form has no punctuation but the mark of an index', () => {
  expect(plainTicker('BRK-B')).toBe('BRKB')
  expect(plainTicker('^GSPC')).toBe('^GSPC')
})

test('behavior: normal once is normal twice, and never long', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9./ _^-]{0,30}$/), (text) => {
      const ticker = normaliseTicker(text)
      expect(ticker.length).toBeLessThanOrEqual(tickerLengthMax)
      expect(normaliseTicker(ticker.replace(/-$/, ''))).toBe(ticker.replace(/-$/, ''))
    }),
  )
})
