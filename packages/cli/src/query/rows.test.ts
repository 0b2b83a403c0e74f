import { describe, expect, test } from 'vitest'
import { isNothing, rowsOf, textIn, valueAt } from './rows.ts'

describe('isNothing', () => {
  test('default: an empty list counts as data, a list of nulls does not', () => {
    expect([[], [null, { price: null }], { price: 0 }].map(isNothing)).toEqual([false, true, false])
  })
})

describe('valueAt', () => {
  test('default: follows a dotted path', () => {
    expect(valueAt({ data: { quotes: [1] } }, 'data.quotes')).toEqual([1])
  })

  test('behavior: a path that ends early has no value', () => {
    expect(valueAt({ data: null }, 'data.quotes')).toBeUndefined()
  })
})

test('behavior: omits failed items, and returns other values as empty texts', () => {
  expect(rowsOf([{ a: 1 }, null, 'x'])).toEqual([{ a: 1 }])
  expect([{ a: 1 }, { a: ['x', 2, 'y'] }, { a: null }].map((row) => textIn(row, 'a'))).toEqual([
    '1',
    'x, y',
    '',
  ])
})
