import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainCompanyName } from './company-name.ts'

test.each([
  ['PFIZER INC', 'PFIZER'],
  ['Apple Inc.', 'Apple'],
  ['Merck & Co., Inc.', 'Merck'],
  ['ELI LILLY & Co', 'ELI LILLY'],
  ['JOHNSON & JOHNSON', 'JOHNSON & JOHNSON'],
  ['VERTEX PHARMACEUTICALS INC / MA', 'VERTEX PHARMACEUTICALS'],
  ['TOYOTA MOTOR CORP/', 'TOYOTA MOTOR'],
  ['LOCKHEED MARTIN CORP', 'LOCKHEED MARTIN'],
  ['AMAZON COM INC', 'AMAZON'],
  ['ExxonMobil Holdings Corp', 'ExxonMobil'],
  ['NOVO NORDISK A S', 'NOVO NORDISK'],
  ['AT&T INC.', 'AT&T'],
  ['3M CO', '3M'],
  ['The Boeing Company', 'Boeing'],
  ['Moderna', 'Moderna'],
])('default: %s trades as %s', (name, plain) => {
  expect(plainCompanyName(name)).toBe(plain)
})

test('behavior: keeps a name that has only such words', () => {
  expect(plainCompanyName('Group')).toBe('Group')
  expect(plainCompanyName('Inc.')).toBe('Inc.')
})

test('behavior: any text gives a text that does not change when simplified again', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (name) => {
      const plain = plainCompanyName(name)
      expect(plain.length).toBeLessThanOrEqual(name.length)
    }),
  )
})
