import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { catalog, toolNamed } from '../catalog/catalog.ts'
import { FiqError } from '../errors.ts'
import { schemaText } from '../schema/contract.ts'
import {
  describeOwnTool,
  describesType,
  fieldsWithoutTool,
  listedInput,
  priceCallOf,
  pricedCallIn,
  readDescribed,
  withUsdc,
} from './newer-tools.ts'

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

test('error: an unknown field leads to its type', () => {
  expect(describesType('Cannot query field "a" on type "MacroPoint". Did you mean "b"?')).toEqual([
    'describe { "name": "MacroPoint" } lists the fields of the type',
  ])
  expect(describesType('Syntax Error: Expected Name, found "}".')).toEqual([])
})

test('error: an input that is refused names describe', () => {
  const refuse = (code: 'BAD_INPUT' | 'UNKNOWN_TOOL') => () =>
    readDescribed('gdp', () => {
      throw new FiqError(code, 'No.', { facts: ['Inputs: a'], remedy: 'Correct it.' })
    })
  expect(refuse('BAD_INPUT')).toThrow(
    expect.objectContaining({
      facts: ['Inputs: a', expect.stringContaining('describe { "name": "gdp" }')],
      remedy: 'Correct it.',
    }),
  )
  expect(refuse('UNKNOWN_TOOL')).toThrow(expect.objectContaining({ facts: ['Inputs: a'] }))
  expect(readDescribed('gdp', () => 1)).toBe(1)
})

test.each([
  ['gdp', 'Pointer: /country', 'country: ISO 3166 country code, three letters, e.g. USA'],
  ['screen', 'Pointer: /filter/maxPE', 'filter/maxPE is one of universe, minPrice, maxPrice'],
  ['quotes', 'Pointer: /tickers/3', 'tickers/3: Ticker: equity (AAPL)'],
])('behavior: an error of %s at %s says what is expected there', (name, pointer, expected) => {
  const refused = () =>
    readDescribed(name, () => {
      throw new FiqError('BAD_INPUT', 'No.', { facts: [pointer] })
    })
  expect(refused).toThrow(
    expect.objectContaining({ facts: expect.arrayContaining([expect.stringContaining(expected)]) }),
  )
})

test('default: a price also has its amount in USDC', () => {
  expect(JSON.parse(withUsdc('{"credits":5,"amount":"15000"}'))).toEqual({
    credits: 5,
    amount: '15000',
    usdc: '0.015',
  })
})
