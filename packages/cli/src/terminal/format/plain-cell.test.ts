import { expect, test } from 'vitest'
import { memberCell, plainCell } from './plain-cell.ts'

test.each([
  [null, '–'],
  ['', '–'],
  [[], '–'],
  [true, 'yes'],
  [false, 'no'],
  [1_234.5, '1,234.5'],
  ['2026-11-20T17:07:01.000Z', '2026-11-20 17:07 UTC'],
  [['2.02', '9.01'], '2.02, 9.01'],
  [[{ a: 1 }, { a: 2 }], '2 rows'],
])('default: %j is %s', (value, text) => {
  expect(plainCell(value)).toBe(text)
})

test('behavior: nothing is printed as JSON', () => {
  expect(plainCell({ a: { b: 1 } })).not.toMatch(/[{}]/)
})

test('behavior: a dotted name reaches into objects, own members alone', () => {
  expect(memberCell({ market: { price: 5 } }, 'market.price')).toBe('5')
  expect(memberCell({ market: null }, 'market.price')).toBe('–')
  expect(memberCell({}, 'constructor')).toBe('–')
})
