import { expect, test } from 'vitest'
import { hangulSpellings, romanised } from './hangul-spellings.ts'

test.each([
  ['김여정', ['kim', 'yo', 'jong']],
  ['김여정', ['gim', 'yeo', 'jeong']],
  ['윤석열', ['yoon', 'suk', 'yeol']],
  ['리병철', ['ri', 'pyong', 'chol']],
  ['이재용', ['lee', 'jae', 'yong']],
  ['최태복', ['choe', 'thae', 'bok']],
  ['정경화', ['chung', 'kyung', 'wha']],
  ['박지혜', ['park', 'ji', 'hae']],
])('default: %s is spelled %j', (native, latin) => {
  const spellings = hangulSpellings(native)
  expect(latin.filter((syllable, at) => !spellings[at]!.includes(syllable))).toEqual([])
})

test('behavior: another vowel or final is another name', () => {
  const [, , last] = hangulSpellings('김정은')
  expect(['il', 'an', 'chol'].filter((syllable) => last!.includes(syllable))).toEqual([])
})

test('default: spells a name in each system, and as is usual in the South', () => {
  const spelled = ['jeong seon yeong', 'jong son yong', 'chong son yong', 'jung sun young']
  expect(romanised('정선영')).toEqual(spelled)
})

test('error: a character that is not a syllable has no spelling', () => {
  expect([romanised('a'), hangulSpellings('a')]).toEqual([[], [[]]])
})
