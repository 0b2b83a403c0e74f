import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { defined } from '../defined.ts'
import { schemaText, tariff } from '../schema/contract.ts'
import { limitOf } from './limit-of.ts'
import { prepareOperation, priceRequest } from './price-request.ts'

const schema = buildSchema(`
  type Query { a(limit: Int = 50): Int b(filter: Filter = {}): Int c(limit: Int): Int }
  input Filter { limit: Int = 25 }`)
const fieldNamed = (name: string) => schema.getQueryType()!.getFields()[name]!

test.each([
  ['a', 'limit', { limit: 7 }, 7],
  ['a', 'limit', { limit: null }, 50],
  ['a', 'limit', {}, 50],
  ['b', 'filter.limit', { filter: { limit: 7 } }, 7],
  ['b', 'filter.limit', { filter: { limit: null } }, 25],
  ['b', 'filter.limit', { filter: null }, 25],
  ['c', 'limit', { limit: null }, undefined],
  ['c', undefined, { limit: 7 }, undefined],
])('default: %s by %s: %j is %s', (name, pagesOf, args, limit) => {
  const rate = { credits: 1, ...defined({ pagesOf }) }
  expect(limitOf(fieldNamed(name), args, rate)).toBe(limit)
})

describe('the contract', () => {
  const { unavailable: _, ...available } = tariff
  const contract = { schema: buildSchema(schemaText), tariff: available }
  const rowsOf = (query: string) =>
    priceRequest(contract, prepareOperation(contract, query), {}).price.rows.slice(0, 1)

  test.each([
    ['institutionalHoldings(cik: "0001067983"', ['limit: null'], 3],
    ['screen(', ['filter: null', 'filter: {limit: null}', 'filter: {}', 'filter: {limit: 25}'], 2],
    ['searchEntities(query: "a"', ['limit: null', 'limit: 10'], 1],
  ])('behavior: null costs what the default costs: %s', (call, variants, credits) => {
    for (const variant of variants) {
      const [name] = call.split('(')
      expect(
        rowsOf(`{ ${call}${call.endsWith('(') ? '' : ', '}${variant}) { __typename } }`),
      ).toEqual([[name, 1, credits]])
    }
  })
})
