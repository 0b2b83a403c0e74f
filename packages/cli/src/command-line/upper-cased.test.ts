import { expect, test } from 'vitest'
import { upperCased } from './upper-cased.ts'

test('default: letters are raised, the rest stays', () => {
  expect([' aapl', '^gspc', 'brk.b', 'BTC-usd '].map(upperCased)).toEqual([
    'AAPL',
    '^GSPC',
    'BRK.B',
    'BTC-USD',
  ])
})
