import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readName } from '../../names/read-name.ts'
import { slipScore } from './slips.ts'

const score = (one: string, other: string) =>
  slipScore(readName(one, 'person'), readName(other, 'person'))

test('default: a changed, added, dropped or swapped letter is a typo; longer names score higher', () => {
  expect(score('Wang Mingshan', 'Wang Mingshen')).toBeCloseTo(1 - 1.8 / 12, 10)
  expect(score('Choe Song am', 'Choe Song Nam')).toBeDefined()
  expect(score('Kim Kyong Ko', 'Kim Kyong Ok')).toBeDefined()
  expect(score('Wan Gmingshan', 'Wang Mingshan')).toBeDefined()
})

test('behavior: digits, initials and short names are no typos', () => {
  expect(score('Brigade 43', 'Brigade 44')).toBeUndefined()
  expect(score('William G Frost', 'William W Frost')).toBeUndefined()
  expect(score('Ana Li', 'Ana Lu')).toBeUndefined()
  expect(score('Olga Barynova', 'Oleg Baranov')).toBeUndefined()
})

test('behavior: a comma one letter too early is an error of its own', () => {
  expect(score('ERAQ,I Abdollah', 'ERAQI, Abdollah')).toBe(1 - 1.8 / 13)
  expect(score('ERAQ,I Abdollwh', 'ERAQI, Abdollah')).toBe(1 - 1.8 / 13)
})

test('behavior: one random edit of a long name is always a typo', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
  fc.assert(
    fc.property(fc.nat(13), letter, fc.constantFrom(0, 1, 2), (at, added, edit) => {
      const name = 'alexanderpetrov'
      const edited =
        name.slice(0, at) + (edit === 1 ? '' : added) + name.slice(edit === 2 ? at : at + 1)
      expect(score(edited, name)).toBeGreaterThan(0.8)
    }),
  )
})

test('behavior: two errors are typos of a long name, unless both are in one short word', () => {
  expect(score('Wong Mingshen', 'Wang Mingshan')).toBeCloseTo(1 - 2.5 / 12, 10)
  expect(score('Otegui Unanuee Mikle', 'Otegui Unanue Mikel')).toBeDefined()
  expect(score('LXC Aviation', 'LAU Aviation')).toBeUndefined()
  expect(score('Lxcab Aviation', 'Lauab Aviation')).toBeUndefined()
  expect(score('Lxcabe Aviation', 'Lauabe Aviation')).toBeDefined()
  expect(score('Park Aesei', 'Park Aleksei')).toBeCloseTo(1 - 2.5 / 11, 10)
  expect(score('Prk Aeseiw', 'Park Aesei')).toBeDefined()
  expect(score('Par Aesey', 'Park Aesei')).toBeUndefined()
  expect(score('Wong Li Sheng', 'Wang Li Shang')).toBeDefined()
  expect(score('Brigade Alpha 43', 'Brigade Alpha 54')).toBeUndefined()
})
