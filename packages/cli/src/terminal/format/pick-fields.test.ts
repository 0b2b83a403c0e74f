import { describe, expect, test } from 'vitest'
import { checkFields, pickFields } from './pick-fields.ts'

const rows = [{ ticker: 'AAPL', price: 1, bars: [{ close: 1 }, { close: 2 }] }]

describe('pickFields', () => {
  test('default: returns only the requested fields, in that order', () => {
    expect(JSON.stringify(pickFields(rows, 'price,ticker', ['ticker', 'price']))).toBe(
      '[{"price":1,"ticker":"AAPL"}]',
    )
  })

  test('behavior: dotted names select from objects and lists; absent values are null', () => {
    expect(pickFields(rows, 'bars.close,bars.open,price.x', [])).toEqual([
      { 'bars.close': [1, 2], 'bars.open': [null, null], 'price.x': null },
    ])
    expect(pickFields({ a: 1 }, 'constructor', [])).toEqual({ constructor: null })
  })

  test('behavior: selects from an object like from a row', () => {
    expect(pickFields({ isOpen: true, session: 'REGULAR' }, 'isOpen', ['isOpen'])).toEqual({
      isOpen: true,
    })
  })
})

describe('checkFields', () => {
  test.each(['volume', '', 'ticker,', '.x'])('error: refuses "%s" with the list', (fields) => {
    expect(() => checkFields(fields, ['ticker', 'price'])).toThrow(
      expect.objectContaining({ code: 'USAGE', facts: ['Fields: ticker, price'] }),
    )
  })

  test('error: suggests a similar field name', () => {
    expect(() => checkFields('price,tikcer.x', ['ticker', 'price'])).toThrow(
      expect.objectContaining({ facts: ['Did you mean ticker?', 'Fields: ticker, price'] }),
    )
  })
})
