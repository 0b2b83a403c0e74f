import { expect, test } from 'vitest'
import { instruments } from '../market/instruments.ts'
import { statementBook } from './statement-book.ts'

const apple = instruments().get('AAPL')!

test('default: the figures of a quarter sum, and are the same each time', () => {
  const book = statementBook(apple, 1)
  const { revenue, cost, gross, assets, liabilities, equity, operating, tax, net } = book(2025, 3)
  expect([gross, equity, net]).toEqual([revenue - cost, assets - liabilities, operating - tax])
  expect(book(2025, 3)).toBe(book(2025, 3))
  expect(book(2026, 0)).not.toEqual(book(2025, 3))
  expect(statementBook(apple, 1)(2025, 3)).toEqual(book(2025, 3))
  expect(statementBook(apple, 2)(2025, 3)).not.toEqual(book(2025, 3))
})
