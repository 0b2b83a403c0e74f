import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guessKind, type NameKind, readName, type Word, wordsMax } from './read-name.ts'

const roles = (text: string, kind: NameKind) =>
  readName(text, kind).words.map(({ text: word, role }) => `${word}:${role}`)

test('default: reads a person in spoken order, with the role of every word', () => {
  expect(readName('BIN LADIN, Usama', 'person').text).toBe('usama bin ladin')
  expect(roles('Dr. Hans J Friedrich', 'person')).toEqual([
    'dr:title',
    'hans:word',
    'j:initial',
    'friedrich:word',
  ])
})

test('default: reads an organisation with its form, trade and links', () => {
  expect(roles('Bank of Baroda Intl. Co., Ltd.', 'organisation')).toEqual([
    'bank:generic',
    'of:particle',
    'baroda:word',
    'international:generic',
    'co ltd:form',
  ])
})

test('behavior: the comma of an organisation does not change the order', () => {
  expect(readName('Banco Santander, S.A.', 'organisation').text).toBe('banco santander sa')
})

test('behavior: joins dotted letters, and splits joined forms', () => {
  expect(readName('A.B.C. Company', 'organisation').text).toBe('abc company')
  expect(readName('SiemensAG', 'organisation').text).toBe('siemens ag')
})

test('behavior: digits among letters are letters in a person, numbers are numbers in a military unit', () => {
  expect(roles('Ig0r Sech1n', 'person')).toEqual(['igor:word', 'sechin:word'])
  expect(readName('Brigade Forty-Four', 'organisation').words.at(-1)?.number).toBe(44)
  expect(readName('Brigade 44', 'organisation').words.at(-1)?.number).toBe(44)
})

test('behavior: marks the script of a word, and ignores small words of other scripts', () => {
  expect(readName('باراك', 'person').words[0]?.script).toBe('consonants')
  expect(readName('Лавров', 'person').words[0]?.script).toBe('letters')
  expect(roles('李 彬', 'person')).toEqual(['li:word', 'bin:word'])
  expect(roles('محمد بن سلمان', 'person')).toEqual(['mhmd:word', 'bin:particle', 'slmn:word'])
})

test('behavior: shares words read before', () => {
  const seen = new Map<string, Word>()
  const one = readName('Igor Sechin', 'person', seen)
  const other = readName('Sechin', 'person', seen)
  expect(other.words[0]).toBe(one.words[1])
})

test.each([
  ['Deutsche Bank', 'organisation'],
  ['Siemens AG', 'organisation'],
  ['Angela Merkel', 'person'],
  ['ООО "БАЙ"', 'organisation'],
] as const)('behavior: reads %j as a %s', (text, kind) => {
  expect(guessKind(text)).toBe(kind)
})

test.each([
  ['SAYED, Mohammad', 'word'],
  ['محمد سيد', 'word'],
  ['Sayed Mohammad Ali', 'word'],
  ['Mohammad Ali Sayed', 'title'],
  ['John Jr', 'title'],
])('behavior: the last word of %s is a %s', (text, role) => {
  expect(readName(text, 'person').words.at(-1)?.role).toBe(role)
})

test('behavior: keeps the whole text of a name, even if few of its words are compared', () => {
  const long = 'a1 '.repeat(wordsMax + 2).trim()
  const { text, words } = readName(long, 'person')
  expect(text).toBe(long)
  expect(words).toHaveLength(wordsMax)
})

test('behavior: reads any text without an error, within the limit of words', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom<NameKind>('person', 'organisation', 'vessel'),
      (text, kind) => {
        const name = readName(text, kind)
        expect(name.words.length).toBeLessThanOrEqual(wordsMax)
        expect(guessKind(text)).toMatch(/person|organisation/)
        for (const word of name.words) expect(word.text).not.toBe('')
      },
    ),
    { numRuns: 500 },
  )
})
