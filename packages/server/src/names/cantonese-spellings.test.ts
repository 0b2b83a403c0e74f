import { expect, test } from 'vitest'
import { cantoneseSpellings, hongKongSpellings } from './cantonese-spellings.ts'

test.each([
  ['gwok', 'kwok'],
  ['zoeng', 'cheung'],
  ['jyun', 'yuen'],
  ['ng', 'ng'],
  ['siu', 'siu'],
])('default: %s is usually %s', (jyutping, usual) => {
  expect(hongKongSpellings(jyutping)[0]).toBe(usual)
})

test.each([
  ['志', 'che'],
  ['鈺', 'yok'],
  ['葉', 'ip'],
])('behavior: %s is also spelled %s', (character, spelling) => {
  expect(cantoneseSpellings(character)?.[0]).toContain(spelling)
})

test('behavior: a name with a character without a known reading has no spelling', () => {
  expect(cantoneseSpellings('龘一')).toBeUndefined()
})
