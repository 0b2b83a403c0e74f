import { expect, test } from 'vitest'
import type { ListedEntry } from './listed-entry.ts'
import { exclusionWarning, tiedCountries } from './tied-country.ts'

const entry = (programs: string[], countries: string[] = []): ListedEntry => ({
  id: '1',
  listName: 'SDN',
  name: 'BANCO EJEMPLO',
  type: 'entity',
  programs,
  aliases: [],
  countries,
  remarks: null,
})

test.each([
  [['CUBA'], ['CU']],
  [['IFSR', 'SDGT'], ['IR']],
  [['SOUTH SUDAN'], ['SS']],
  [['DPRK4'], ['KP']],
  [['PRK'], ['KP']],
  [['UKRAINE-EO13662'], ['RU', 'UA']],
  [['CAR'], ['CF']],
  [['SDGT'], []],
])('default: programmes %j concern %j', (programs, countries) => {
  expect(tiedCountries(entry(programs))).toEqual(countries)
})

test('default: adds the countries of the entry', () => {
  expect(tiedCountries(entry(['CUBA'], ['PA', 'CU']))).toEqual(['CU', 'PA'])
})

test('default: names the matches that a country excludes', () => {
  expect(exclusionWarning('CU', [])).toBeUndefined()
  expect(exclusionWarning('CU', [entry(['SDGT'], ['PA']), entry([])])).toMatch(
    /leaves out 2 .*BANCO EJEMPLO \(PA\); BANCO EJEMPLO \(no country listed\)\./,
  )
  expect(
    exclusionWarning(
      'CU',
      Array.from({ length: 7 }, () => entry([])),
    ),
  ).toContain('and 2 more')
})
