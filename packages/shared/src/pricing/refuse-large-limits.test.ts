import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { prepareOperation, priceRequest } from './price-request.ts'
import { refuseLargeLimits } from './refuse-large-limits.ts'

const schema = buildSchema(`
  type Query { list(limit: Int = 5): [Item!]! one: Item }
  type Item { name: String inner(filter: Filter = {}): [Item!]! }
  input Filter { limit: Int = 20 }`)
const rates = {
  'Query.list': { credits: 1, pagesOf: 'limit', limitMax: 50 },
  'Item.inner': { credits: 1, pagesOf: 'filter.limit', limitMax: 40 },
}
const contract = { schema, tariff: { version: 't1', rates } }
const check = (query: string) => () =>
  refuseLargeLimits(priceRequest(contract, prepareOperation(contract, query), {}))

test('default: accepts every limit up to the maximum, and the default', () => {
  for (const query of [
    '{ list { name } }',
    '{ list(limit: 50) { inner(filter: {limit: 40}) { name } } }',
    '{ one { inner(filter: null) { inner(filter: {limit: null}) { name } } } }',
  ])
    expect(check(query)).not.toThrow()
})

test.each([
  ['{ list(limit: 51) { name } }', 'list: limit must be a whole number from 1 to 50.'],
  ['{ list(limit: 0) { name } }', 'list: limit must be a whole number from 1 to 50.'],
  [
    '{ a: one { inner { b: inner(filter: {limit: 41}) { name } } } }',
    'a.inner.b: filter.limit must be a whole number from 1 to 40.',
  ],
])('error: refuses %s', (query, message) => {
  expect(check(query)).toThrow(expect.objectContaining({ code: 'BAD_INPUT', message }))
})
