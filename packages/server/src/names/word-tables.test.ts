import { expect, test } from 'vitest'
import { abbreviations, genericWords, links, numberOf, particles, titles } from './word-tables.ts'

test('default: digits, ordinals and spelled numbers have a value', () => {
  expect(['44', '1st', 'first', 'forty', 'iv'].map((word) => numberOf(word, true))).toEqual([
    44, 1, 1, 40, 4,
  ])
})

test('behavior: reads Roman numbers only on request; other words have no value', () => {
  expect(numberOf('vi', false)).toBeUndefined()
  expect(numberOf('44b', true)).toBeUndefined()
  expect(numberOf('bank', true)).toBeUndefined()
})

test('behavior: every table is folded, and no word is both a title and a particle', () => {
  const all = [...titles, ...particles, ...links, ...genericWords, ...abbreviations.keys()]
  expect(all.filter((word) => !/^[a-z]+$/.test(word))).toEqual([])
  expect([...titles].filter((word) => particles.has(word))).toEqual([])
  expect([...abbreviations.values()].filter((full) => abbreviations.get(full) === full)).toEqual([])
})
