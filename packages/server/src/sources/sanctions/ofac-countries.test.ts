import { expect, test } from 'vitest'
import { countriesOfPlace, isoCountry } from './ofac-countries.ts'

test('default: accepts codes of two and three letters in any case', () => {
  expect(['ir', 'IRN', 'Prk', ' gb '].map(isoCountry)).toEqual(['IR', 'IR', 'KP', 'GB'])
})

test.each([
  ['Korea, North', ['KP']],
  ['Toledo District, Belize', ['BZ']],
  ['Khartoum Sudan', ['SD']],
  ['Juba, South Sudan', ['SS']],
  ['Congo, Democratic Republic of the', ['CD']],
  ['Kinshasa, Democratic Republic of the Congo', ['CD']],
  ['Region: Crimea', ['UA']],
  ['Guinea-Bissau', ['GW']],
  ['Serbia and Montenegro', ['ME', 'RS']],
  ['Kigali', []],
  ['', []],
] as const)('default: finds %j in %j', (place, codes) => {
  expect(countriesOfPlace(place)).toEqual(codes)
})

test('error: a name or an unknown code is not an ISO code', () => {
  expect(['ZZ', 'Iran', '', 'USAA'].map(isoCountry)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
