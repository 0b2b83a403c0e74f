import { describe, expect, test } from 'vitest'
import { checkFields, pickFields } from './pick-fields.ts'

const rows = [{ ticker: 'AAPL', price: 1, bars: [{ close: 1 }, { close: 2 }] }]

describe('pickFields', () => {
  test('default: only what is asked for, in that order', () => {
    expect(JSON.stringify(pickFields(rows, 'price,ticker', ['ticker', 'price']))).toBe(
      '[{"price":1,"ticker":"AAPL"}]',
    )
  })

  test('behavior: dotted names reach into objects and lists; what is absent is null', () => {
    expect(pickFields(rows, 'bars.close,bars.open,price.x', [])).toEqual([
      { 'bars.close': [1, 2], 'bars.open': [null, null], 'price.x': null },
    ])
    expect(pickFields({ a: 1 }, 'constructor', [])).toEqual({ constructor: null })
  })

  test('behavior: an object is picked from like a row', () => {
    expect(pickFields({ isOpen: true, session: 'REGULAR' }, 'isOpen', ['isOpen'])).toEqual({
      isOpen: true,
    })
  })
})

describe('checkFields', () => {
  test.each(['volume', '', 'ticker,', '.x'])('error: "%s" is refused with the list', (fields) => {
    expect(() => checkFields(fields, ['ticker', 'price'])).toThrow(
      expect.objectContaining({ code: 'USAGE', facts: ['Fields: ticker, price'] }),
    )
  })

  test('error: a similar field name is suggested', () => {
    expect(() => checkFields('price,tikcer.x', ['ticker', 'price'])).toThrow(
      expect.objectContaining({ facts: ['Did you mean ticker?', 'Fields: ticker, price'] }),
    )
  })
})
