import { expect, test } from 'vitest'
import {
  arabicWords,
  article,
  isArticle,
  latinOfArabic,
  nativeOf,
  unifiedArabic,
} from './arabic-words.ts'

test('default: the article and the word for servant are separate words', () => {
  const words = (text: string) => arabicWords(text).map((word) => latinOfArabic(word) ?? word)
  expect(words('بشار الأسد')).toEqual(['بشار', 'al', 'أسد'])
  expect(words('عبد الرحمن')).toEqual(['abdul', 'رحمن'])
  expect(words('عبدالرحمن')).toEqual(['abdul', 'رحمن'])
  expect(words('حسن نصر الله')).toEqual(['حسن', 'نصر', 'الله'])
})

test('default: recognises the article in both scripts', () => {
  expect([{ text: 'el' }, { text: 'al', arabic: article }].every(isArticle)).toBe(true)
  expect([{ text: 'ali' }, { text: 'al', arabic: 'آل' }].some(isArticle)).toBe(false)
})

test.each([
  ['أسامة', 'اسامه'],
  ['الظواهرى', 'الظواهري'],
  ['کریم', 'كريم'],
  ['مُحَمَّد', 'محمد'],
])('default: %s and %s are spellings of one word', (one, other) => {
  expect(unifiedArabic(one)).toBe(unifiedArabic(other))
})

test('behavior: other words stay different', () => {
  expect(unifiedArabic('نصر')).not.toBe(unifiedArabic('أنصار'))
})

test('default: a name keeps the letters and digits of its own alphabet', () => {
  expect(nativeOf('  Иван-ПЕТРОВ 2 ')).toBe('иванпетров2')
  expect(nativeOf('عبد الله احمد')).toBe(nativeOf('عبدالله أحمد'))
})
