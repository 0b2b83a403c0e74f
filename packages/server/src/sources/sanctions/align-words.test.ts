import { expect, test } from 'vitest'
import { type NameKind, readName } from '../../names/read-name.ts'
import { alignWords } from './align-words.ts'

function aligned(one: string, other: string, kind: NameKind) {
  const query = readName(one, kind)
  const candidate = readName(other, kind)
  const words = (name: typeof query, { start, count }: { start: number; count: number }) =>
    name.words
      .slice(start, start + count)
      .map(({ text }) => text)
      .join(' ')
  return alignWords(query, candidate, () => 1)
    .map((link) => `${words(query, link.query)} = ${words(candidate, link.candidate)}`)
    .sort()
}

test('default: pairs words in any order', () => {
  expect(aligned('Salman Mohammed bin', 'Mohammed bin Salman', 'person')).toEqual([
    'bin = bin',
    'mohammed = mohammed',
    'salman = salman',
  ])
})

test('behavior: pairs words written together or apart', () => {
  expect(aligned('SergeiLavrov', 'Sergei Lavrov', 'person')).toEqual([
    'sergeilavrov = sergei lavrov',
  ])
  expect(aligned('Nikolai Plat Ono Vich', 'Nikolai Platonovich', 'person')).toEqual([
    'nikolai = nikolai',
    'plat ono vich = platonovich',
  ])
})

test('behavior: pairs an acronym with the words that it abbreviates', () => {
  expect(aligned('PLA', 'Popular Liberation Army', 'organisation')).toEqual([
    'pla = popular liberation army',
  ])
  expect(aligned('KAS', 'Katcha Adam Skov', 'organisation')).toEqual([])
  expect(aligned('JC Juncker', 'Jean-Claude Juncker', 'person')).toContain('jc = jean claude')
})

test('behavior: uses no word twice', () => {
  expect(aligned('Shoigu Shoigu Sergey', 'Sergey Shoigu', 'person')).toEqual([
    'sergey = sergey',
    'shoigu = shoigu',
  ])
})
