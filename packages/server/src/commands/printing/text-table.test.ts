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
