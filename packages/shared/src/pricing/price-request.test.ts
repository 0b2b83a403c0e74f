import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { rowsAddUp } from '../payment/quote.ts'
import { digestOf, prepareOperation, priceRequest, quoteOf } from './price-request.ts'
import { testRates, testSchemaText } from './testing/random-operation.ts'

const contract = {
  schema: buildSchema(testSchemaText),
  tariff: { version: 't1', rates: testRates },
}
const payTo = '0x000000000000000000000000000000000000dEaD'
const priced = (query: string, variables = {}) =>
  priceRequest(contract, prepareOperation(contract, query), variables)

describe('quoteOf', () => {
  test('default: the quote adds up and is bound to its request', () => {
    const quote = quoteOf(priced('{ quotes(tickers: ["A"]) { price } }'), contract.tariff, payTo)
    expect(quote).toMatchObject({
      tariff: 't1',
      credits: 1,
      total: '15000',
      rows: [
        ['quotes', 1, 1],
        ['minimum', 1, 4, '12000'],
      ],
    })
    expect(rowsAddUp(quote)).toBe(true)
  })

  test('behavior: formatting and defaults written out do not change the digest, the request does', () => {
    const digest = (query: string, variables = {}) => digestOf(priced(query, variables))
    const text = 'query ($t: [String!]! = ["A"]) { quotes(tickers: $t) { price } }'
    expect(digest(text.replaceAll(' ', '\n\t # x\n'), { t: ['A'] })).toBe(digest(text))
    expect(digest(text, { t: ['B'] })).not.toBe(digest(text))
    expect(digest(text.replace('price', 'ticker'))).not.toBe(digest(text))
  })
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
