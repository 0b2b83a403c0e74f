import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText, hasWords, joinLetters, lettersOf, toAscii, undoLeet } from './fold-text.ts'

test.each([
  ['  Ærø–Bank,  S.A. ', 'aero bank s a'],
  ["Al-Qa'ida", 'al qaida'],
  ['“Муромский” Приборостроительный', 'muromskiy priborostroitelnyy'],
  ['AT&T Inc.', 'at and t inc'],
  ['Ｆｕｌｌ Ｗｉｄｔｈ', 'full width'],
  ['José Núñez', 'jose nunez'],
  ['', ''],
  ['—…!', ''],
])('default: %j folds to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('behavior: a composed and a decomposed letter fold alike', () => {
  expect(foldText('Erdog\u0306an')).toBe(foldText('Erdo\u011fan'))
})

test('behavior: any text folds to plain words, and folding again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const folded = foldText(text)
      expect(folded).toMatch(/^(?:[a-z0-9]+(?: [a-z0-9]+)*)?$/)
      expect(foldText(folded)).toBe(folded)
    }),
    { numRuns: 500 },
  )
})

test('behavior: keeps ASCII unchanged, and the case of other scripts', () => {
  expect(toAscii('A,b"C')).toBe('A,b"C')
  expect(toAscii('Лавров')).toBe('Lavrov')
})

test('behavior: joins runs of letters, and keeps a single letter', () => {
  expect(joinLetters(['a', 'b', 'c', 'company'])).toEqual(['abc', 'company'])
  expect(joinLetters(['hans', 'j', 'friedrich'])).toEqual(['hans', 'j', 'friedrich'])
  expect(joinLetters(['brigade', '4', '4'])).toEqual(['brigade', '4', '4'])
})

test('behavior: a text has words if each of them is a whole word of it', () => {
  const texts = ['Wells Fargo fined', 'FARGO & WELLS', 'Fargo fined', 'Wells Fargos fined']
  expect(texts.map((text) => hasWords(text, 'wells fargo'))).toEqual([true, true, false, false])
})

test('default: replaces digits between letters, and lists the letters of a word', () => {
  expect([undoLeet('sech1n'), undoLeet('b12'), undoLeet('44')]).toEqual(['sechin', 'b12', '44'])
  expect(lettersOf('cab')).toBe(0b111)
})
