import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { catalog } from '../catalog/catalog.ts'
import { schemaText } from '../schema/contract.ts'
import {
  describeOwnTool,
  exampleOf,
  fieldsWithoutTool,
  inputOf,
  priceAnswer,
  priceCallOf,
  pricedCallIn,
} from './newer-tools.ts'

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

test('property: every field of the root has a tool, or is named as one without', () => {
  const fields = Object.keys(buildSchema(schemaText).getQueryType()!.getFields())
  const named = [...catalog.map(({ name }) => name), ...fieldsWithoutTool]
  expect(fields.sort()).toEqual(named.sort())
})

test('behavior: a listed tool outside the schema is described with its input and an example', () => {
  const listed = [{ name: 'spending', description: 'Sums.', inputSchema: { type: 'object' } }]
  expect(describeOwnTool({ name: 'spending' }, listed)).toEqual({
    kind: 'tool',
    name: 'spending',
    about: 'Sums.',
    inputSchema: { type: 'object' },
    example: { tool: 'spending', arguments: {} },
  })
  expect(describeOwnTool({ name: 'spending', kind: 'area' }, listed)).toBeUndefined()
  expect(describeOwnTool({ name: 'graphql' }, listed)).toBeUndefined()
  expect(describeOwnTool({ name: 'quotes' }, [{ ...listed[0]!, name: 'quotes' }])).toBeUndefined()
})

test('default: a listed tool outside the schema has an input, and a valid call', () => {
  for (const name of ['graphql', 'price', 'describe', 'answer', 'quotes'])
    expect(Object.keys(inputOf(name)!.properties!)).toEqual(
      expect.arrayContaining(Object.keys(exampleOf(name))),
    )
  expect(inputOf('priceHistory')!.properties).toHaveProperty('filter')
  expect([inputOf('toString'), exampleOf('toString')]).toEqual([undefined, {}])
})

test('default: a price is in USDC, and its rows have names', () => {
  const rows = [
    ['quotes', 2, 2],
    ['minimum', 1, 3, '9000'],
  ] as const
  const price = { tariff: 'a', credits: 5, amount: '15000', rows }
  expect(priceAnswer(price)).toEqual({
    amount: '0.015',
    unit: 'USDC',
    credits: 5,
    tariff: 'a',
    rows: [
      { path: 'quotes', times: 2, credits: 2 },
      { path: 'minimum', times: 1, credits: 3 },
    ],
  })
})
