import { expect, test } from 'vitest'
import { arabicSimilarity, arabicWords, beginsAlike, latinOfArabic } from './arabic-spellings.ts'

test('default: the article and the word for servant are separate words', () => {
  const words = (text: string) => arabicWords(text).map((word) => latinOfArabic(word) ?? word)
  expect(words('بشار الأسد')).toEqual(['بشار', 'al', 'أسد'])
  expect(words('عبد الرحمن')).toEqual(['abdul', 'رحمن'])
  expect(words('عبدالرحمن')).toEqual(['abdul', 'رحمن'])
  expect(words('حسن نصر الله')).toEqual(['حسن', 'نصر', 'الله'])
})

const same = [
  ['حسين', 'hussein'],
  ['حسين', 'husain'],
  ['محمد', 'mohammed'],
  ['محمد', 'muhamad'],
  ['يوسف', 'youssef'],
  ['قاسم', 'qasim'],
  ['حقانی', 'haqqani'],
  ['وزیری', 'waziri'],
  ['جرمان', 'djermane'],
  ['عیسی', 'isa'],
  ['عبدالله', 'abdullah'],
] as const
test.each(same)('default: %s may be spelled %s', (arabic, latin) => {
  expect(arabicSimilarity(arabicWords(arabic)[0]!, latin)).toBeGreaterThan(0.88)
})

test.each([
  ['حسن', 'husayni'],
  // `sh` is not `s`, and `kh` is not `k`.
  ['سعيد', 'shahid'],
  ['سالم', 'shalim'],
  ['محمود', 'mohammed'],
  ['محمد', 'ahmad'],
  ['قاسم', 'hashim'],
  ['نصر', 'nasrallah'],
  ['سلمان', 'sulayman'],
])('behavior: %s is not spelled %s', (arabic, latin) => {
  expect(arabicSimilarity(arabicWords(arabic)[0]!, latin)).toBeLessThan(0.84)
})

test.each([
  ['حسين', 'husain', 'hassan'],
  ['جابري', 'jabiri', 'juburi'],
])('behavior: the long vowels of %s are those of %s rather than %s', (arabic, near, far) => {
  expect(arabicSimilarity(arabic, near)).toBeGreaterThan(0.94)
  expect(arabicSimilarity(arabic, far)).toBeLessThan(0.9)
})

test('behavior: a word with another beginning is another word', () => {
  expect([beginsAlike('قاسم', 'gasim'), beginsAlike('قاسم', 'basim')]).toEqual([true, false])
})
