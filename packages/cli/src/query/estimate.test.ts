import { describe, expect, test } from 'vitest'
import { builtInTariff } from './built-in-tariff.ts'
import { createTariff } from './estimate.ts'

const contract = {
  schemaText: `
    type Query
    extend type Query { quotes(tickers: [String!]!): [Quote!] }
    type Quote { price: Float }
  `,
  tariff: { version: 't1', rates: { 'Query.quotes': { credits: 2, timesOf: 'tickers' } } },
}
const operation = {
  query: 'query ($tickers: [String!]!) { quotes(tickers: $tickers) { price } }',
  variables: { tickers: ['A', 'B', 'C'] },
}

describe('createTariff', () => {
  test('default: prices from the query and its variables', () => {
    expect(createTariff(contract).estimate(operation)).toEqual({
      tariff: 't1',
      credits: 6,
      amount: 18_000n,
      rows: [['quotes', 3, 6]],
    })
  })

  test('behavior: the expected quote has the same price and the digest of the request', () => {
    const { expected } = createTariff(contract)
    const one = expected(operation)
    expect(one.price.amount).toBe(18_000n)
    expect(one.tariffVersion).toBe('t1')
    expect(one.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(expected({ ...operation, variables: { tickers: ['A'] } }).digest).not.toBe(one.digest)
  })

  test.each([
    ['{ quotes', 'GRAPHQL_PARSE_FAILED'],
    ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('error: %s gives %s before anything is sent', (query, code) => {
    expect(() => createTariff(contract).estimate({ query })).toThrow(
      expect.objectContaining({ code }),
    )
  })

  test('error: a limit above the maximum of its field has no price, and both numbers are named', () => {
    const trades = (limit: number) => ({
      query: `{ entityByTicker(ticker: "AAPL") { a: insiderTrades(filter: {limit: ${limit}}) { __typename } } }`,
    })
    const { estimate } = builtInTariff()
    expect(estimate(trades(200)).amount).toBeGreaterThan(0n)
    for (const limit of [201, 500, 0, -1])
      expect(() => estimate(trades(limit))).toThrow(
        expect.objectContaining({
          code: 'BAD_INPUT',
          message: 'entityByTicker.a: filter.limit must be a whole number from 1 to 200.',
          facts: expect.arrayContaining([`Given: ${limit}`]),
        }),
      )
  })

  test('error: names variables of the wrong type', () => {
    expect(() => createTariff(contract).estimate({ query: operation.query })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
  })

  test('error: reports a build without a tariff', () => {
    expect(() => createTariff({ schemaText: '', tariff: { version: '', rates: {} } })).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    )
  })
})

describe('builtInTariff', () => {
  test('default: prices a query of the generated schema', () => {
    const { amount, tariff } = builtInTariff().estimate({ query: '{ marketStatus { isOpen } }' })
    expect(amount).toBe(15_000n)
    expect(tariff).not.toBe('')
  })
})
