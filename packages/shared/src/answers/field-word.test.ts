import { expect, test } from 'vitest'
import { fieldWord } from './field-word.ts'

test.each([
  ['marketCap', 'cap'],
  ['changePercent', 'change %'],
  ['dollarVolume', 'dollar volume'],
  ['date', 'date'],
  ['constructor', 'constructor'],
])('default: the word of %s is %s', (field, word) => {
  expect(fieldWord(field)).toBe(word)
})
