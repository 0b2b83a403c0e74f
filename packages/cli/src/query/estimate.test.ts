import { catalog } from '@fiq/shared/catalog/catalog'
import { digestOf, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { entityAreas } from '@fiq/shared/schema/entity-areas'
import fc from 'fast-check'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { builtInTariff } from './built-in-tariff.ts'
import { createTariff, neededSchema } from './estimate.ts'

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

const whole = { schema: buildSchema(schemaText), tariff }

/** The price facts of a query by a schema, with which a quote is compared. */
function priced(contract: typeof whole, query: string, variables: Record<string, unknown>) {
  const request = priceRequest(contract, prepareOperation(contract, query), variables)
  return { ...request.price, digest: digestOf(request) }
}

function pricedFromNeeded(query: string, variables: Record<string, unknown>) {
  return priced({ schema: buildSchema(neededSchema(schemaText, query)), tariff }, query, variables)
}

describe('neededSchema', () => {
  test.each(catalog)('default: $name costs the same as with the whole schema', (tool) => {
    const { query, variables } = tool
    expect(pricedFromNeeded(query, variables)).toEqual(priced(whole, query, variables))
  })

  test('default: any areas of an entity cost the same as with the whole schema', () => {
    const areas = fc.subarray(Object.keys(entityAreas), { minLength: 1 })
    const limits = fc.integer({ min: 1, max: 500 })
    fc.assert(
      fc.property(areas, limits, fc.boolean(), (names, limit, skipped) => {
        const inner = names.map((name) => entityAreas[name]!.replace(/%\w+/g, `{limit: ${limit}}`))
        const query = `query ($t: String!, $s: Boolean!) {
          entityByTicker(ticker: $t) { id ...areas @skip(if: $s) }
        }
        fragment areas on Entity { name ${inner.join(' ')} }`
        const variables = { t: 'AAPL', s: skipped }
        expect(pricedFromNeeded(query, variables)).toEqual(priced(whole, query, variables))
      }),
      { numRuns: 30 },
    )
  })

  test('behavior: a query about quotes needs less than a hundredth of the text', () => {
    const text = neededSchema(schemaText, '{ quotes(tickers: ["A"]) { price } }')
    expect(text.length).toBeLessThan(schemaText.length / 100)
  })

  test('behavior: words in descriptions and arguments add no types', () => {
    const wanted = 'extend type Query {\n  a(b: Int): Int\n}'
    const text = ['type Query', wanted, 'extend type Query {\n  "a"\n  c(a: Int): Other\n}']
    expect(neededSchema([...text, 'type Other {\n  a: Int\n}'].join('\n\n'), '{ a }')).toBe(
      ['type Query', wanted].join('\n\n'),
    )
  })

  test('behavior: contains a default value that no query names, also from an extension of an input', () => {
    const text = [
      'type Query {\n  a(f: F): Int\n}',
      'input F {\n  x: String = "1"\n}',
      'extend input F {\n  y: Int = 2\n}',
    ].join('\n\n')
    expect(neededSchema(text, '{ a }')).toBe(text)
  })

  test('behavior: contains all types of a possible result', () => {
    const text = [
      'type Query {\n  a: Thing\n  b: Face\n}',
      'union Thing = One | Two',
      'type One {\n  x: Int\n}',
      'type Two {\n  y: Int\n}',
      'interface Face {\n  x: Int\n}',
      'type Three implements Face {\n  x: Int\n}',
    ]
    const needed = neededSchema([...text, 'type Four {\n  z: Int\n}'].join('\n\n'), '{ a b }')
    expect(needed.split('\n\n').sort()).toEqual(text.sort())
  })
})
