import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { FiqError, InputError } from '../errors.ts'
import { schemaText } from '../schema/contract.ts'
import { nextCalls, readDescribed, remedyForTools } from './next-call.ts'

const schema = buildSchema(schemaText)
const hasAll = () => true
const valid = 'A valid call: graphql {"query":"{ treasuryYields { date year10 } }"}'

test('error: an input that is refused names a valid call and describe', () => {
  const refuse = (code: 'BAD_INPUT' | 'UNKNOWN_TOOL') => () =>
    readDescribed('treasury', () => {
      throw new FiqError(code, 'No.', { facts: ['Inputs: a'], remedy: 'Correct it.' })
    })
  expect(refuse('BAD_INPUT')).toThrow(
    expect.objectContaining({
      facts: [
        ...['Inputs: a', 'A valid call: treasury {}'],
        'describe { "name": "treasury" } shows its arguments, and those that only graphql takes',
      ],
      remedy: 'Correct it.',
    }),
  )
  expect(refuse('UNKNOWN_TOOL')).toThrow(expect.objectContaining({ facts: ['Inputs: a'] }))
  expect(readDescribed('gdp', () => 1)).toBe(1)
})

test.each([
  ['gdp', '/country', 'country: ISO 3166 country code, three letters, e.g. USA'],
  ['screen', '/filter/maxPE', 'filter/maxPE is one of universe, minPrice, maxPrice'],
  ['quotes', '/tickers/3', 'tickers/3: Ticker: equity (AAPL)'],
  ['price', '/tools', 'tools is one of tool, arguments, query'],
  ['answer', '/id', 'id: Id of the answer, from its summary'],
  ['priceHistory', '/filter/from', 'filter/from is one of limit, offset, sort, since or until'],
])('error: of %s at %s says what is expected there', (name, pointer, expected) => {
  const refused = () =>
    readDescribed(name, () => {
      throw new InputError('No.', pointer, [])
    })
  expect(refused).toThrow(
    expect.objectContaining({ facts: expect.arrayContaining([expect.stringContaining(expected)]) }),
  )
})

test.each([
  ['{ quotes(tickers: ["A"]) { prize } }', 'describe { "name": "Quote", "kind": "type" }'],
  ['{ quotes { price } }', 'describe { "name": "quotes", "kind": "field" }'],
  ['{ quotes(ticker: "A") { price } }', 'describe { "name": "quotes", "kind": "field" }'],
  ['{ quotes(tickers: ["A"]) }', 'describe { "name": "Quote", "kind": "type" }'],
  [
    '{ searchEntities(query: "a", type: BOND) { id } }',
    'describe { "name": "EntityType", "kind": "type" }',
  ],
  [
    '{ searchEntities(query: "a", type: "EQUITY") { id } }',
    'describe { "name": "EntityType", "kind": "type" }',
  ],
  [
    '{ news(filter: { to: "a" }) { title } }',
    'describe { "name": "NewsFilterInput", "kind": "type" }',
  ],
  ['{ a: nope }', 'describe { "name": "Query", "kind": "type" }'],
])('error: of %s leads to %s', (query, next) => {
  const faults = validate(schema, parse(query))
  const of = (message: string) =>
    nextCalls({ code: 'GRAPHQL_VALIDATION_FAILED', message, facts: [] }, 'graphql', hasAll)
  const facts = faults.flatMap(({ message }) => of(message))
  expect(facts).toEqual(expect.arrayContaining([expect.stringContaining(next), valid]))
})

test('error: names searchEntities for an unknown ticker, only to callers that have it', () => {
  const error = { code: 'NOT_FOUND', message: 'The directory has no ticker "APPL".', facts: [] }
  const next = nextCalls(error, 'entityByTicker', hasAll)
  const call = 'A valid call: entityByTicker {"ticker":"AAPL"}'
  expect(next).toEqual(['searchEntities {"query":"APPL"} finds tickers by name', call])
  expect(nextCalls({ ...error, facts: next }, 'entityByTicker', hasAll)).toEqual([])
  expect(nextCalls(error, 'entityByTicker', () => false)).toEqual([call])
  expect(nextCalls({ ...error, message: 'No.' }, 'entityByTicker', hasAll)).toEqual([call])
  expect(nextCalls({ ...error, message: 'No.' }, 'answer', hasAll)).toEqual([])
  expect(nextCalls({ ...error, code: 'UPSTREAM_UNAVAILABLE' }, 'gdp', hasAll)).toEqual([])
  const dear = { ...error, code: 'QUERY_TOO_EXPENSIVE' }
  expect(nextCalls(dear, 'entityByTicker', hasAll)).toEqual([
    ...['price tells, free, what a smaller call costs', call],
  ])
  const unread = { code: 'GRAPHQL_PARSE_FAILED', message: 'Syntax', facts: [] }
  expect(nextCalls(unread, 'graphql', hasAll)).toEqual([valid])
})

test('behavior: remedies name tools instead of commands', () => {
  const { remedy } = new FiqError('NOT_FOUND', 'No.')
  expect(remedyForTools(remedy)).toContain('searchEntities')
  expect(remedyForTools('Try again later.')).toBe('Try again later.')
})
