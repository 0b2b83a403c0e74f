import { expect, test } from 'vitest'
import { upperCased } from './upper-cased.ts'

test('default: converts letters to upper case, and keeps the rest', () => {
  expect([' aapl', '^gspc', 'brk.b', 'BTC-usd '].map(upperCased)).toEqual([
    'AAPL',
    '^GSPC',
    'BRK.B',
    'BTC-USD',
  ])
})
