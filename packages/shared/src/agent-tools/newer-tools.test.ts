import { expect, test } from 'vitest'
import { toolNamed } from '../catalog/catalog.ts'
import { listedInput, priceCallOf, pricedCallIn } from './newer-tools.ts'

test('behavior: only entities accepts areas, and the catalog does not change', () => {
  const entity = toolNamed('entityByTicker')!
  expect(listedInput(entity)).toMatchObject({ properties: { areas: { type: 'array' } } })
  expect(entity.inputSchema.properties).not.toHaveProperty('areas')
  expect(listedInput(toolNamed('quotes')!)).toBe(toolNamed('quotes')!.inputSchema)
})

test.each([
  [
    { tool: 'gdp', input: { country: 'USA' } },
    { tool: 'gdp', arguments: { country: 'USA' } },
  ],
  [{ tool: 'graphql', arguments: { query: '{ a }' } }, { query: '{ a }' }],
  [{ query: '{ a }' }, { query: '{ a }' }],
])('behavior: the price of %j equals that of %j', (given, call) =>
  expect(priceCallOf(given)).toEqual(call),
)

test('error: arguments under both names would not tell which call is priced', () =>
  expect(() => priceCallOf({ tool: 'gdp', input: {}, arguments: {} })).toThrow('not both'))

test('default: price names a tool of the catalog with arguments, or a query', () => {
  expect(pricedCallIn({ tool: 'marketStatus' })).toEqual({ tool: 'marketStatus', arguments: {} })
  expect(pricedCallIn({ query: '{ a }', variables: { b: 1 } })).toMatchObject({
    query: '{ a }',
    variables: { b: 1 },
  })
})

test.each([
  [{}, 'either a tool or a query'],
  [{ tool: 'gdp', query: '{ a }' }, 'either a tool or a query'],
  [{ tool: 'describe' }, 'no tool "describe" with a price'],
])('error: price of %j', (input, says) => expect(() => pricedCallIn(input)).toThrow(says))
