import { buildSchema, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { catalog } from '../catalog/catalog.ts'
import { barFactors } from '../pricing/bar-factors.ts'
import { schemaText } from '../schema/contract.ts'
import { hinted } from './tool-hints.ts'

test('default: a hint follows the first sentence', () => {
  expect(hinted('gdp', 'GDP of a country. Paid.')).toBe(
    'GDP of a country. Each row has its unit. Paid.',
  )
  expect(hinted('marketStatus', 'Open or not. Paid.')).toBe('Open or not. Paid.')
  expect(hinted('__proto__', 'A. B.')).toBe('A. B.')
})

test('behavior: the fields of graphql that a hint names exist', () => {
  const schema = buildSchema(schemaText)
  const further = {
    Market: ['currency', 'asOf'],
    PriceHistory: ['currency', 'totalReturn'],
    Bar: ['dividends', 'adjustedClose'],
    InstitutionalHolding: ['weight', 'sharesChange'],
    MacroPoint: ['unit', 'title', 'frequency'],
  }
  for (const [name, fields] of Object.entries(further)) {
    const type = schema.getType(name)
    expect(isObjectType(type) && Object.keys(type.getFields())).toEqual(
      expect.arrayContaining(fields),
    )
  }
})

test('behavior: each tool whose answer has numbers without a unit has a hint', () => {
  const withoutHint = catalog.filter(({ name }) => hinted(name, 'A. B.') === 'A. B.')
  expect(withoutHint.map(({ name }) => name)).toEqual([
    'entityByTicker',
    'entitiesByTickers',
    'marketStatus',
  ])
})

test('behavior: the hint of priceHistory compares the prices of ranges as the tariff does', () => {
  const hint = hinted('priceHistory', 'A. B.')
  const { table } = barFactors
  const creditsOf = (range: string, interval: string) => Math.max(5, table[range]![interval]!)
  const ofFiveYears = creditsOf('5y', '1d')
  expect(hint).toContain('10y costs twice and max 20 times as much as 5y')
  expect(creditsOf('10y', '1d')).toBe(2 * ofFiveYears)
  expect(creditsOf('max', '1d')).toBe(20 * ofFiveYears)
  expect(hint).toContain('max with monthly bars costs as much as 5y')
  expect(creditsOf('max', '1mo')).toBe(ofFiveYears)
})
