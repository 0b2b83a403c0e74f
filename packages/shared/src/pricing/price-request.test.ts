import fc from 'fast-check'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { FiqError } from '../errors.ts'
import { rowsAddUp } from '../payment/quote.ts'
import { digestOf, prepareOperation, priceRequest, quoteOf } from './price-request.ts'
import { creditsMax } from './tariff.ts'
import { testRates, testSchemaText } from './testing/random-operation.ts'

const contract = {
  schema: buildSchema(testSchemaText),
  tariff: { version: 't1', rates: testRates },
}
const payTo = '0x000000000000000000000000000000000000dEaD'
const priced = (query: string, variables = {}) =>
  priceRequest(contract, prepareOperation(contract, query), variables)

describe('quoteOf', () => {
  test('default: the quote sums and is bound to its request', () => {
    const quote = quoteOf(priced('{ quotes(tickers: ["A"]) { price } }'), contract.tariff, payTo)
    expect(quote).toMatchObject({
      tariff: 't1',
      credits: 5,
      total: '15000',
      rows: [
        ['quotes', 1, 1],
        ['minimum', 1, 4, '12000'],
      ],
    })
    expect(rowsAddUp(quote)).toBe(true)
  })

  test('behavior: formatting and explicit defaults do not change the digest, but the request does', () => {
    const digest = (query: string, variables = {}) => digestOf(priced(query, variables))
    const text = 'query ($t: [String!]! = ["A"]) { quotes(tickers: $t) { price } }'
    expect(digest(text.replaceAll(' ', '\n\t # x\n'), { t: ['A'] })).toBe(digest(text))
    expect(digest(text, { t: ['B'] })).not.toBe(digest(text))
    expect(digest(text.replace('price', 'ticker'))).not.toBe(digest(text))
  })
})

test('error: names an area without a source instead of pricing it, unless it is skipped', () => {
  const closed = {
    ...contract,
    tariff: { ...contract.tariff, unavailable: { 'Entity.news': 'news' } },
  }
  const query = 'query ($s: Boolean!) { entity(ticker: "A") { id news @skip(if: $s) { title } } }'
  const ask = (s: boolean) => priceRequest(closed, prepareOperation(closed, query), { s })
  expect(() => ask(false)).toThrow(
    expect.objectContaining({
      code: 'NOT_CONFIGURED',
      message: 'This server has no source configured for news.',
    }),
  )
  expect(ask(true).price.rows[0]?.[2]).toBe(2)
})

test('error: refuses a plan that is too large again without planning it again', () => {
  let plans = 0
  const schema = buildSchema(testSchemaText)
  const rootOf = schema.getRootType.bind(schema)
  schema.getRootType = (operation) => {
    plans += 1
    return rootOf(operation)
  }
  const counting = { ...contract, schema }
  const nested = `peers(tickers: ["A"]) { ${'k'.repeat(60)}: `
  const query = `query ($s: Boolean!) { entity(ticker: "A") @skip(if: $s) {
    ${nested.repeat(7)} id ${'}'.repeat(7)} } thing { __typename } }`
  const prepared = prepareOperation(counting, query)
  plans = 0
  const ask = (s: boolean) => priceRequest(counting, prepared, { s })
  for (let time = 0; time < 3; time += 1)
    expect(() => ask(false)).toThrow(expect.objectContaining({ code: 'QUERY_TOO_LARGE' }))
  expect(plans).toBe(1)
  ask(true)
  ask(true)
  expect(plans).toBe(2)
})

test('error: fuzz: any variables are priced or refused with a code, in bounded work', () => {
  const query =
    'query ($t: [String!]! = ["A"], $f: Filter, $s: Boolean = false) { quotes(tickers: $t) { price } series(filter: $f) { value @skip(if: $s) } }'
  const prepared = prepareOperation(contract, query)
  const deep = fc
    .nat({ max: 2_000 })
    .map((depth) => JSON.parse(`${'['.repeat(depth)}"A"${']'.repeat(depth)}`) as unknown)
  const long = fc.nat({ max: 20_000 }).map((length) => Array(length).fill('A') as unknown)
  const value = fc.oneof(fc.jsonValue(), deep, long)
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('t', 'f', 's', 'x', '__proto__'), value),
      (variables) => {
        try {
          const { price } = priceRequest(contract, prepared, variables)
          expect(price.credits).toBeLessThanOrEqual(creditsMax)
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['{ nope }', {}, 'GRAPHQL_VALIDATION_FAILED', 'line 1, column 3'],
  ['query ($t: [String!]!) { quotes(tickers: $t) { price } }', {}, 'BAD_INPUT', '$t'],
  ['query ($t: [String!]!) { quotes(tickers: $t) { price } }', { t: [null] }, 'BAD_INPUT', '$t'],
])('error: %s with %j', (query, variables, code, fact) => {
  expect(() => priced(query, variables)).toThrow(
    expect.objectContaining({ code, facts: [expect.stringContaining(fact)] }),
  )
})
