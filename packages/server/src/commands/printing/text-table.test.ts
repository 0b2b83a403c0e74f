import { expect, test } from 'vitest'
import { textTable } from './text-table.ts'

test('default: columns are as wide as their widest value, without trailing spaces', () => {
  expect(
    textTable(
      ['A', 'LONGER'],
      [
        ['value', ''],
        ['b', 'c'],
      ],
    ),
  ).toBe('A      LONGER\nvalue\nb      c')
})

test('behavior: columns of numbers are right-aligned', () => {
  expect(
    textTable(
      ['NAME', 'CREDITS'],
      [
        ['a', '1000'],
        ['b', '20'],
      ],
    ),
  ).toBe('NAME  CREDITS\na        1000\nb          20')
})

test('edge: without rows, prints the given sentence, else the names', () => {
  expect(textTable(['NAME'], [], 'No keys.')).toBe('No keys.')
  expect(textTable(['NAME'], [])).toBe('NAME')
})
