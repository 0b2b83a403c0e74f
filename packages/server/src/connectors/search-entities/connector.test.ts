import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { baseSchema } from '../../sources/base-schema.ts'
import { createConnectorContext } from '../../sources/context.ts'
import { describeConnector } from '../../sources/testing/describe-connector.ts'
import type { Mode } from '../../upstreams/transport.ts'
import { queryLengthMax, searchEntities } from './connector.ts'

const field = searchEntities.fields['Query.searchEntities']!
const recorded = new URL(
  '../../../../../../shared/data/edgar/company_tickers_exchange.json.gz',
  import.meta.url,
)
const hasList = existsSync(recorded)

const contextOf = (body: Uint8Array, mode: Mode) =>
  createConnectorContext({
    files: { bars: () => undefined, series: () => undefined, tickers: () => [] },
    now: () => new Date('2026-11-20'),
    allowed: new Set(),
    upstreams: {
      mode,
      fetch: async () => ({ body, mode, asOf: '2026-08-22', retrievedAt: '2026-08-22' }),
    },
  })
const small = contextOf(
  new TextEncoder().encode(
    JSON.stringify({
      fields: ['cik', 'name', 'ticker', 'exchange'],
      data: [['320193', 'Apple Inc.', 'AAPL', 'Nasdaq']],
    }),
  ),
  'recorded',
)

describeConnector(searchEntities, [
  { coordinate: 'Query.searchEntities', args: { query: 'apple' } },
])

describe('searchEntities', () => {
  test('default: returns results with the names of the schema', async () => {
    const { value, provenance } = await field.resolve(undefined, { query: 'aapl' }, small)
    expect(value).toEqual([
      {
        id: 'cik:0000320193',
        name: 'Apple Inc.',
        type: 'EQUITY',
        tickers: ['AAPL'],
        confidence: 1,
        source: 'sec',
      },
    ])
    expect(provenance[0]).toMatchObject({ asOf: '2026-08-22', mode: 'recorded' })
  })

  test('behavior: the SDL is valid with the base types, and the price counts pages of the limit', () => {
    const schema = buildSchema(`${baseSchema}${searchEntities.sdl}`)
    const type = schema.getType('EntitySearchResult')
    const fields = type && 'getFields' in type ? Object.values(type.getFields()) : []
    expect(fields.map(({ name, type: of }) => `${name}: ${of}`)).toEqual([
      'id: ID!',
      'name: String!',
      'type: EntityType!',
      'tickers: [String!]!',
      'confidence: Float!',
      'source: String!',
    ])
    expect(fields.filter(({ description }) => !description)).toEqual([])
    expect(field.rate).toEqual({ credits: 1, pagesOf: 'limit', limitMax: 50 })
  })

  test.each([
    [{ query: '' }, 'query'],
    [{ query: ' …' }, 'query'],
    [{ query: 'x'.repeat(queryLengthMax + 1) }, 'query'],
    [{ query: 'apple', limit: 0 }, 'limit'],
    [{ query: 'apple', limit: 51 }, 'limit'],
    [{ query: 'apple', limit: -1 }, 'limit'],
  ])('error: refuses %j before it is priced, and names %s', async (args, argument) => {
    const refused = expect.objectContaining({
      code: 'BAD_INPUT',
      message: expect.stringContaining(argument),
    })
    expect(() => field.bounds!(args)).toThrowError(refused)
    await expect(field.check!(args, small)).rejects.toEqual(refused)
  })
})

describe.skipIf(!hasList)('searchEntities over the SEC list (needs ../shared/data/edgar)', () => {
  const all = hasList ? contextOf(gunzipSync(readFileSync(recorded)), 'mirror') : small

  test.each([
    ['microsft', 'MSFT'],
    ['exon mobil', 'XOM'],
    ['brk.b', 'BRK-B'],
    ['at&t', 'T'],
    ['f', 'F'],
    ['appl', 'AAPL'],
  ])('default: %j finds %s first', async (query, ticker) => {
    const { value } = await field.resolve(undefined, { query, limit: 5 }, all)
    const results = value as { tickers: string[]; confidence: number }[]
    expect(results[0]?.tickers).toContain(ticker)
    expect(results.length).toBeLessThanOrEqual(5)
  })
})
