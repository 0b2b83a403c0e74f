import { expect, test } from 'vitest'
import { leftText } from './ticker-chips.ts'

test.each([
  [['<B>'], undefined, 'Not a ticker: <B>'],
  [['T6', 'T7'], 10, 'At most 10 tickers. Not added: T6, T7'],
  [['A', 'B', 'C', 'D', 'E'], 10, 'At most 10 tickers. Not added: A, B, C, 2 more'],
])('default: explains %j', (left, max, text) => {
  expect(leftText(left, max)).toBe(text)
})
