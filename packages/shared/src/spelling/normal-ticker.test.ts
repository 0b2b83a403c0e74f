import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalTicker, plainTicker, tickerLengthMax } from './normal-ticker.ts'

test.each([
  ['aapl', 'AAPL'],
  [' brk.b ', 'BRK-B'],
  ['brk/b', 'BRK-B'],
  ['BRK B', 'BRK-B'],
  ['BF/B', 'BF-B'],
  ['$tsla', 'TSLA'],
  ['^gspc', '^GSPC'],
  ['btc-usd', 'BTC-USD'],
])('default: %j is %s', (text, ticker) => {
  expect(normalTicker(text)).toBe(ticker)
})

test('default: the plain form has no punctuation except the mark of an index', () => {
  expect(plainTicker('BRK-B')).toBe('BRKB')
  expect(plainTicker('^GSPC')).toBe('^GSPC')
})

test('behavior: a second normalisation changes nothing, and the result is never long', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9./ _^-]{0,30}$/), (text) => {
      const ticker = normalTicker(text)
      expect(ticker.length).toBeLessThanOrEqual(tickerLengthMax)
      expect(normalTicker(ticker.replace(/-$/, ''))).toBe(ticker.replace(/-$/, ''))
    }),
  )
})
