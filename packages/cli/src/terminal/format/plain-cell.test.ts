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
])('default: formats %j as %s', (value, text) => {
  expect(plainCell(value)).toBe(text)
})

test('behavior: prints no JSON', () => {
  expect(plainCell({ a: { b: 1 } })).not.toMatch(/[{}]/)
})

test('behavior: a dotted name selects own members of objects only', () => {
  expect(memberCell({ market: { price: 5 } }, 'market.price')).toBe('5')
  expect(memberCell({ market: null }, 'market.price')).toBe('–')
  expect(memberCell({}, 'constructor')).toBe('–')
})
