import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NameKind, readName } from '../../names/read-name.ts'
import { textSimilarity, wordSimilarity } from './word-similarity.ts'

const similarity = (one: string, other: string, kind: NameKind = 'person') =>
  wordSimilarity(readName(one, kind).words.at(-1)!, readName(other, kind).words.at(-1)!, kind)

test('default: 1 for a word, most of it for a spelling, 0 for another word', () => {
  expect(similarity('lavrov', 'Lavrov')).toBe(1)
  expect(similarity('lavrov', 'lavrof')).toBeGreaterThan(0.8)
  expect(similarity('lavrov', 'merkel')).toBe(0)
})

test('behavior: two words in Arabic letters are compared by these', () => {
  expect(similarity('أسامة', 'اسامه')).toBe(1)
  expect(similarity('ظواهري', 'ظواهزي')).toBeGreaterThan(0.7)
  // Both are nsr without their vowels.
  expect(similarity('نصر', 'انصار')).toBeLessThan(0.3)
  expect(similarity('نصر', 'nasr')).toBeGreaterThan(0.9)
})

test('behavior: numbers are equal or different, never similar', () => {
  expect(similarity('brigade 44', 'brigade forty four', 'organisation')).toBe(1)
  expect(similarity('brigade 44', 'brigade 45', 'organisation')).toBe(0)
})

test('behavior: nicknames apply only to persons', () => {
  expect(similarity('bob', 'robert')).toBeGreaterThan(0.9)
  expect(similarity('bob', 'robert', 'vessel')).toBe(0)
})

test('behavior: an initial matches a word with its letter, but no other initial', () => {
  expect(similarity('hans j', 'joachim')).toBeGreaterThan(0.7)
  expect(similarity('hans o', 'joachim')).toBe(0)
  expect(similarity('hans w', 'hans g')).toBe(0)
})

test('behavior: legal forms match by family', () => {
  expect(similarity('x ooo', 'x gmbh', 'organisation')).toBe(1)
  expect(similarity('x ooo', 'x oao', 'organisation')).toBeGreaterThan(0)
  expect(similarity('x ano', 'x ooo', 'organisation')).toBe(0)
})

test('behavior: is symmetric and from 0 to 1', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/)
  fc.assert(
    fc.property(word, word, (one, other) => {
      const found = textSimilarity(one, other, 'k', 'k')
      expect(found).toBe(textSimilarity(other, one, 'k', 'k'))
      expect(found).toBeGreaterThanOrEqual(0)
      expect(found).toBeLessThanOrEqual(1)
    }),
  )
})
