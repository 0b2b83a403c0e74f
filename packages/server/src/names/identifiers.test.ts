import { expect, test } from 'vitest'
import { identifierOf, identifiersIn } from './identifiers.ts'

test('default: reads numbers of ships, aircraft and companies in remarks', () => {
  expect(
    identifiersIn(
      'Vessel Registration Identification IMO 9187629; MMSI 572469210; Aircraft Tail Number EP-MNF; Registration Number 10103231172 (Iran); Registration ID HRB 12345 (Germany); Tax ID No. 7707083893 (Russia).',
    ),
  ).toEqual(['9187629', 'EPMNF', '10103231172', 'HRB12345', '7707083893'])
})

test('behavior: accepts short numbers and none', () => {
  expect([identifiersIn(null), identifiersIn('Registration Number 999 (Iran)')]).toEqual([[], []])
})

test.each([
  ['IMO 9187629', '9187629'],
  ['imo: 9187629', '9187629'],
  ['9187629', '9187629'],
  ['ep-mnf', 'EPMNF'],
  ['Registration No. 10103231172', '10103231172'],
  ['YV1234', 'YV1234'],
])('default: %s is a number', (text, number) => {
  expect(identifierOf(text)).toBe(number)
})

test.each(['Brigade 43', 'Kim Jong-un', 'Al-Qaida', 'Anna', '123', 'Company'])(
  'behavior: %s is a name',
  (text) => {
    expect(identifierOf(text)).toBeUndefined()
  },
)
