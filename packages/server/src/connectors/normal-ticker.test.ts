import { expect, test } from 'vitest'
import { normalTicker } from './normal-ticker.ts'

test.each([
  ['aapl', 'AAPL'],
  [' brk.b ', 'BRK-B'],
  ['BF/B', 'BF-B'],
  ['^gspc', '^GSPC'],
  ['btc-usd', 'BTC-USD'],
])('default: %s is %s', (given, normal) => {
  expect(normalTicker(given)).toBe(normal)
})
