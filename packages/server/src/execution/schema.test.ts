import { FiqError } from '@fiq/shared/errors'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { buildSchema as stockBuildSchema, validateSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Connector, ConnectorContext } from '../sources/connector.ts'
import { buildSchema, ratesOf, schemaTextOf } from './build-schema.ts'
import { createExecutor } from './create-executor.ts'
import { executeRequest } from './execute.ts'
import { preflightOf } from './preflight.ts'

const context = { upstreams: { mode: 'sandbox' } } as ConnectorContext
const cited = (source: string) => [
  {
    source,
    sourceUrl: '',
    asOf: null,
    retrievedAt: '',
    mode: 'sandbox' as const,
    stale: false,
    licence: '',
  },
]
const checked: string[] = []

const entities: Connector = {
  area: 'entities',
  category: 'market',
  upstreams: [],
  sdl: 'extend type Query { entities(tickers: [String!]!): [Entity!]! broken: Int surprise: Int partly: Int }',
  fields: {
    'Query.entities': {
      rate: { credits: 1, timesOf: 'tickers' },
      bounds: ({ tickers }) => {
        if ((tickers as string[]).length > 3) throw new FiqError('BAD_INPUT', 'tickers: at most 3.')
      },
      check: async ({ tickers }) => void checked.push(...(tickers as string[])),
      resolve: async (_, { tickers }) => ({
        value: (tickers as string[]).map((id) => ({ id, name: id })),
        provenance: cited('directory'),
      }),
    },
    'Query.broken': {
      rate: { credits: 1 },
      resolve: async () => {
        throw new FiqError('UPSTREAM_CHANGED', 'Another shape.', { facts: ['x'] })
      },
    },
    'Query.partly': {
      rate: { credits: 1 },
      resolve: async () => ({
        value: 1,
        provenance: [],
        unanswered: [{ source: 'Paper', error: new FiqError('UPSTREAM_UNAVAILABLE', 'down') }],
      }),
    },
    'Query.surprise': {
      rate: { credits: 1 },
      resolve: async () => {
        throw new TypeError('secret internals')
      },
    },
  },
}
const market: Connector = {
  area: 'market',
  category: 'market',
  upstreams: [],
  sdl: 'extend type Entity { market(days: Int = 1): Market } type Market { price: Float }',
  fields: {
    'Entity.market': {
      rate: { credits: 2 },
      bounds: ({ days }) => {
        if ((days as number) < 1) throw new FiqError('BAD_INPUT', 'days: at least 1.')
      },
      resolve: async () => ({ value: { price: 1 }, provenance: cited('market') }),
    },
  },
}
const connectors = [entities, market]
const schema = buildSchema(connectors)
const contract = { schema, tariff: { version: 't', rates: ratesOf(connectors) } }
const priced = (query: string, variables = {}) =>
  priceRequest(contract, prepareOperation(contract, query), variables)

describe('schemaTextOf', () => {
  test('default: the SDL contains the prices, and is a valid schema by itself', () => {
    const text = schemaTextOf(connectors)
    expect(text).toContain(
      'entities(tickers: [String!]!): [Entity!]! @cost(credits: 1, timesOf: "tickers")',
    )
    expect(text).toContain('market(days: Int = 1): Market @cost(credits: 2)')
    expect(validateSchema(stockBuildSchema(text))).toEqual([])
  })

  test('error: a field cannot be priced twice, nor without a declaration', () => {
    expect(() => ratesOf([market, market])).toThrow('Entity.market is priced twice')
    expect(() => buildSchema([entities, { ...market, sdl: '' }])).toThrow(
      'market prices Entity.market, which its SDL does not declare.',
    )
  })
})

describe('executeRequest', () => {
  test('default: the answer cites its sources by response path', async () => {
    const outcome = await executeRequest(
      createExecutor(schema),
      priced('{ e: entities(tickers: ["A", "B"]) { id market { price } } }'),
      context,
      () => {},
    )
    expect(outcome.data).toEqual({
      e: [
        { id: 'A', market: { price: 1 } },
        { id: 'B', market: { price: 1 } },
      ],
    })
    expect(outcome.sources.map(({ path, source }) => [path, source])).toEqual([
      ['e', 'directory'],
      ['e.0.market', 'market'],
      ['e.1.market', 'market'],
    ])
  })

  test('error: one failing field costs only itself, and has its code', async () => {
    const outcome = await executeRequest(
      createExecutor(schema),
      priced('{ broken entities(tickers: ["A"]) { id } }'),
      context,
      () => {},
    )
    expect(outcome.data).toEqual({ broken: null, entities: [{ id: 'A' }] })
    expect(outcome.errors).toMatchObject([
      {
        path: ['broken'],
        message: 'Another shape.',
        extensions: { code: 'UPSTREAM_CHANGED', facts: ['x'] },
      },
    ])
  })

  test('error: names a source that is missing from an answer', async () => {
    const outcome = await executeRequest(
      createExecutor(schema),
      priced('{ p: partly }'),
      context,
      () => {},
    )
    expect(outcome).toMatchObject({
      data: { p: 1 },
      warnings: ['p has no data of Paper, which did not answer (UPSTREAM_UNAVAILABLE)'],
    })
  })

  test('error: reports an unexpected error here, and hides it from the caller', async () => {
    const reported: unknown[] = []
    const outcome = await executeRequest(
      createExecutor(schema),
      priced('{ surprise }'),
      context,
      (error) => reported.push(error),
    )
    expect(JSON.stringify(outcome)).not.toContain('secret')
    expect(outcome.errors?.[0]?.extensions['code']).toBe('INTERNAL')
    expect(reported).toEqual([expect.objectContaining({ message: 'secret internals' })])
  })
})

describe('preflightOf', () => {
  const preflight = preflightOf(connectors, schema)

  test('default: checks bounds and coerced arguments of the fields that will run', async () => {
    checked.length = 0
    await preflight(
      priced('query ($t: [String!]! = ["D"]) { entities(tickers: $t) { market { price } } }'),
      context,
    )
    expect(checked).toEqual(['D'])
  })

  test('behavior: does not check a skipped field', async () => {
    checked.length = 0
    await preflight(
      priced('query ($s: Boolean!) { entities(tickers: ["A"]) @skip(if: $s) { id } }', { s: true }),
      context,
    )
    expect(checked).toEqual([])
  })

  test('error: checks bounds of nested fields too, before any other check', async () => {
    checked.length = 0
    await expect(
      preflight(priced('{ entities(tickers: ["A"]) { market(days: 0) { price } } }'), context),
    ).rejects.toMatchObject({ code: 'BAD_INPUT', message: 'days: at least 1.' })
    await expect(
      preflight(priced('{ entities(tickers: ["A", "B", "C", "D"]) { id } }'), context),
    ).rejects.toMatchObject({ message: 'tickers: at most 3.' })
    expect(checked).toEqual([])
  })
})
