import { expect, test } from 'vitest'
import { arabicSimilarity, areTooUnlike, beginsAlike } from './arabic-spellings.ts'
import { arabicWords } from './arabic-words.ts'

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

test('behavior: a limit changes no similarity that it allows', () => {
  const natives = same.map(([arabic]) => arabicWords(arabic).join(''))
  for (const native of natives)
    for (const [, latin] of same)
      for (const least of [0.5, 0.84, 0.94]) {
        const similarity = arabicSimilarity(native, latin)
        const allowed = similarity < least ? 0 : similarity
        expect(arabicSimilarity(native, latin, least)).toBe(allowed)
        if (areTooUnlike(native.length, latin.length, least)) expect(allowed).toBe(0)
      }
})
