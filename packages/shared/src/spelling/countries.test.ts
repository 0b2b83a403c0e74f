import { expect, test } from 'vitest'
import { countries, countryOf } from './countries.ts'

test('default: finds by three letters, by two, in any case', () => {
  const usa = { alpha3: 'USA', alpha2: 'US', name: 'United States' }
  for (const code of ['USA', 'US', 'usa', ' us ']) expect(countryOf(code)).toEqual(usa)
  expect(countryOf('WLD')).toEqual({ alpha3: 'WLD', name: 'World' })
  expect(countryOf('NAM')?.name).toBe('Namibia')
})

test('behavior: has about 250 countries with different names', () => {
  expect(countries().length).toBeGreaterThan(250)
  expect(new Set(countries().map(({ name }) => name)).size).toBe(countries().length)
  for (const { alpha3, alpha2, name } of countries()) {
    expect(alpha3).toMatch(/^[A-Z]{3}$/)
    expect(name).not.toBe(alpha2)
  }
})

test.each(['', 'XX', 'XXX', 'United States', 'US1', '__proto__'])(
  'error: does not find %j',
  (code) => {
    expect(countryOf(code)).toBeUndefined()
  },
)
