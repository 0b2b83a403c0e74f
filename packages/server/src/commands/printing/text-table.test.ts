import { expect, test } from 'vitest'
import { textTable } from './text-table.ts'

test('default: columns as wide as their widest value, no space at the end', () => {
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
