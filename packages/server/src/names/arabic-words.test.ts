import { expect, test } from 'vitest'
import { arabicWords, article, isArticle, latinOfArabic } from './arabic-words.ts'

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
