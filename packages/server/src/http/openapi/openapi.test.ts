import { catalog } from '@fiq/shared/catalog/catalog'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { smallApp } from '../testing/small-app.ts'
import { openapiDocument } from './openapi-document.ts'
import { responseSchema } from './response-schema.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'

const schema = buildSchema(
  'type Query { quotes(n: Int): [Quote!]! status: Status } enum Status { OPEN CLOSED } type Quote { ticker: String! price: Float volume: Int open: Boolean }',
)
type Operation = {
  operationId: string
  security: object[]
  parameters?: { name: string; in: string }[]
  requestBody: { content: Record<string, { examples: Record<string, { value: unknown }> }> }
  responses: Record<string, { headers?: object; content?: object }>
}
const document = openapiDocument(routes, schema) as unknown as {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object; schemas: object }
}
const graphql = document.paths['/api/graphql']?.['post'] as Operation
const quotes = document.paths['/tools/quotes']?.['post'] as Operation
const queryNames = ({ parameters = [] }: Operation) =>
  parameters.filter((each) => each.in === 'query').map(({ name }) => name)

describe('openapiDocument', () => {
  test('default: has the versions of the specification', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0'])
  })

  test('default: the GraphQL operation contains the catalog, as text and as named examples', () => {
    const { 'x-service-tools': tools } = graphql as unknown as Record<string, object[]>
    expect(tools).toEqual(catalog)
    expect(Object.keys(tools?.[0] ?? {}).sort()).toEqual([
      'category',
      'inputSchema',
      'name',
      'outputPath',
      'paginated',
      'query',
      'summary',
      'variables',
    ])
    const { examples = {} } = graphql.requestBody.content['application/json'] ?? {}
    expect(Object.keys(examples)).toEqual(catalog.map(({ name }) => name))
    expect(examples['gdp']?.value).toEqual({
      query: expect.stringContaining('gdp(country: $country'),
      variables: { country: 'USA', type: 'real' },
    })
  })

  test('default: declares both schemes, and payment without either', () => {
    expect(document.components.securitySchemes).toMatchObject({
      BearerAuth: { type: 'http', scheme: 'bearer' },
      siwx: { type: 'http', scheme: 'bearer' },
    })
    expect(quotes.security).toEqual([{}, { BearerAuth: [] }, { siwx: [] }])
    expect(document.paths['/api/v1/keys']?.['get']?.security).toEqual([
      { BearerAuth: [] },
      { siwx: [] },
    ])
    expect(document.paths['/healthz']?.['get']?.security).toEqual([])
  })

  test('behavior: declares the mirrors of the filter on GraphQL and on paginated tools', () => {
    const mirrors = ['limit', 'offset', 'sort', 'since', 'until']
    expect(queryNames(graphql)).toEqual(mirrors)
    for (const { name, paginated } of catalog)
      expect(queryNames(document.paths[`/tools/${name}`]?.['post'] as Operation)).toEqual(
        paginated ? mirrors : [],
      )
  })

  test('behavior: has every status of a paid call, with its headers', () => {
    expect(Object.keys(quotes.responses)).toEqual([
      '200',
      '400',
      '401',
      '402',
      '403',
      '404',
      '406',
      '409',
      '413',
      '415',
      '429',
      '500',
      '501',
      '502',
      '503',
    ])
    expect(quotes.responses['200']?.headers).toHaveProperty('PAYMENT-RESPONSE')
    expect(quotes.responses['402']?.headers).toHaveProperty('PAYMENT-REQUIRED')
    expect(quotes.responses['429']?.headers).toHaveProperty('Retry-After')
    expect(quotes).toMatchObject({
      'x-payment-info': {
        protocols: ['x402'],
        pricingMode: 'range',
        minPrice: '0.015',
        maxPrice: '10',
      },
    })
  })

  test('behavior: omits unused schemas', () => {
    const health = routes.filter(({ path }) => path === '/healthz')
    expect(openapiDocument(health, schema)).toMatchObject({
      tags: [{ name: 'service' }],
      components: { schemas: { Health: {}, Problem: {}, GraphqlError: {} } },
    })
    const { components } = openapiDocument(health, schema) as unknown as typeof document
    expect(Object.keys(components.schemas)).toEqual(['Health', 'Problem', 'GraphqlError'])
  })

  test('error: refuses a row without a schema', () => {
    const odd = { ...(routes[0] as Route), answer: [200, 'Odd'] } as const
    expect(() => openapiDocument([odd], schema)).toThrow('Unknown shape Odd.')
  })
})

test('responseSchema: the selected fields, null where the schema allows it', () => {
  expect(responseSchema(schema, '{ quotes(n: 1) { id: ticker price } status }')).toEqual({
    anyOf: [
      {
        type: 'object',
        properties: {
          quotes: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                id: { type: 'string' },
                price: { anyOf: [{ type: 'number' }, { type: 'null' }] },
              },
              required: ['id', 'price'],
              additionalProperties: false,
            },
          },
          status: { anyOf: [{ type: 'string', enum: ['OPEN', 'CLOSED'] }, { type: 'null' }] },
        },
        required: ['quotes', 'status'],
        additionalProperties: false,
      },
      { type: 'null' },
    ],
  })
})

describe('the pages', () => {
  const { app } = smallApp([])
  const get = (url: string) => app.inject({ url, headers: { host: 'fiq.test' } })

  test('default: the description uses the server address of its client', async () => {
    expect((await get('/openapi.json')).json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'http://fiq.test' }],
      'x-discovery': { llmsTxtUrl: 'http://fiq.test/llms.txt' },
    })
  })

  test('behavior: does not describe features that this server does not serve', async () => {
    const { paths } = (await get('/openapi.json')).json()
    expect(paths).not.toHaveProperty('/devnet/rpc')
    expect(paths).not.toHaveProperty('/facilitator/settle')
  })

  test('default: discovery lists the addresses that give 402, and links to more', async () => {
    expect((await get('/.well-known/x402')).json()).toEqual({
      version: 1,
      x402Version: 2,
      resources: [
        'http://fiq.test/api/graphql',
        ...catalog.map(({ name }) => `http://fiq.test/tools/${name}`),
        'http://fiq.test/api/v1/credits/topup',
      ],
      mcp: 'http://fiq.test/mcp',
      openapi: 'http://fiq.test/openapi.json',
      instructions: 'http://fiq.test/llms.txt',
    })
  })

  test('default: the guide names every tool, how to pay, and where to find the rest', async () => {
    const { body, headers } = await get('/llms.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const { name } of catalog) expect(body).toContain(`- ${name}: `)
    for (const word of ['PAYMENT-SIGNATURE', 'http://fiq.test/mcp', 'http://fiq.test/openapi.json'])
      expect(body).toContain(word)
  })

  test('error: a path without a row cannot be served', () => {
    expect(() => smallApp([]).app.get('/odd', async () => 'odd')).toThrow(
      'GET /odd has no row in http/openapi/routes.ts.',
    )
  })
})
