import { expect, test } from 'vitest'
import { everyWords, spanWords } from './span-words.ts'

test.each([
  [-5_000, '0 s'],
  [1, '1 s'],
  [119_000, '119 s'],
  [120_000, '2 min'],
  [7_199_000, '119 min'],
  [7_200_000, '2 h 0 min'],
  [86_399_000, '23 h 59 min'],
  [86_400_000, '1 d 0 h'],
  [120_300_000, '1 d 9 h'],
])('default: formats %d ms as %s', (ms, words) => {
  expect(spanWords(ms)).toBe(words)
})

test('default: an interval is exact, in minutes if they are whole', () => {
  expect([180_000, 150_000, 15_000].map(everyWords)).toEqual(['3 min', '150 s', '15 s'])
})
