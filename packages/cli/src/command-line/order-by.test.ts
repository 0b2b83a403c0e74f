import { expect, test } from 'vitest'
import { orderBy } from './order-by.ts'

const rows = [{ price: 2 }, { price: null }, { price: 10 }]
const pricesBy = (text: string) => rows.toSorted(orderBy(text, ['price'])).map(({ price }) => price)

test('default: sorts ascending, with -field descending; rows without a value are last in both', () => {
  expect(pricesBy('price')).toEqual([2, 10, null])
  expect(pricesBy('-PRICE')).toEqual([10, 2, null])
})

test('error: an unknown field lists the existing ones', () => {
  expect(() => orderBy('prize', ['price'])).toThrow(
    expect.objectContaining({ code: 'USAGE', facts: ['Did you mean price?', 'Fields: price'] }),
  )
})
