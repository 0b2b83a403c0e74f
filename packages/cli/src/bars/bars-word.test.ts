import { expect, test } from 'vitest'
import { barsWord } from './bars-word.ts'

test.each([
  ['1d', 'daily'],
  ['60m', 'hourly'],
  ['5m', '5-minute'],
])('default: bars of %s are called %s', (interval, word) => {
  expect(barsWord(interval)).toBe(word)
})
