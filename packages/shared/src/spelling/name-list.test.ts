import { expect, test } from 'vitest'
import { andNames, orNames } from './name-list.ts'

test.each([
  [[], ''],
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
])('default: %j is %j', (names, text) => {
  expect(andNames(names)).toBe(text)
  expect(orNames(names)).toBe(text.replace('and', 'or'))
})

test('behavior: counts the names above the maximum', () => {
  expect(andNames(['A', 'B', 'C', 'D'], 2)).toBe('A, B and 2 more')
  expect(andNames(['A', 'B'], 2)).toBe('A and B')
  expect(orNames(['A', 'B'], 1)).toBe('A or 1 more')
})
