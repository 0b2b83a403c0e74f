import { expect, test } from 'vitest'
import { wrapText } from './wrap-text.ts'

test.each([
  ['You may switch them on.', 12, ['You may', 'switch them', 'on.']],
  ['exactly ten', 11, ['exactly ten']],
  ['ab cd\n\nef gh', 4, ['ab', 'cd', '', 'ef', 'gh']],
  ['a verylongword b', 5, ['a', 'verylongword', 'b']],
])('default: %j in %d columns', (text, columns, lines) => {
  expect(wrapText(text, columns).split('\n')).toEqual(lines)
})
