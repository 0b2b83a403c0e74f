import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quotesConnector } from '../testing/quotes.ts'
import { smallApp } from '../testing/small-app.ts'

const { connector } = quotesConnector()

describe('GraphQL over HTTP', () => {
  let live: FastifyInstance
  let address = ''
  beforeAll(async () => {
    live = smallApp(connector).app
    address = await live.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => live.close())

  const audits = serverAudits({ url: () => `${address}/api/graphql` })
  test('default: there are 61 audits', () => expect(audits).toHaveLength(61))

  test.each(audits.map((audit) => [audit.name, audit] as const))(
    'behavior: %s',
    async (_, audit) => {
      const result = await audit.fn()
      expect(result).toMatchObject({ status: 'ok' })
    },
  )
})

describe('beyond the audits', () => {
  const { app, problems } = smallApp(connector)
  const url = '/api/graphql'
  const json = 'application/json'
  const graphql = 'application/graphql-response+json'
  const free = '{ __typename }'
  const post = (payload: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': json, ...headers },
      payload: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
    })
  const get = (query: Record<string, string>) =>
    app.inject({ url: `${url}?${new URLSearchParams(query)}` })
  const named = 'query A { a: __typename } query B { b: __typename }'
  const typed = 'query ($on: Boolean!) { __typename @include(if: $on) }'

  test.each<[string, Record<string, string>, object]>([
    ['variables', { query: typed, variables: '{"on":true}' }, { __typename: 'Query' }],
    ['extensions', { query: free, extensions: '{"a":1}' }, { __typename: 'Query' }],
    ['an operation by name', { query: named, operationName: 'B' }, { b: 'Query' }],
    [
      'parameters left empty',
      { query: free, variables: '', extensions: '', operationName: '' },
      { __typename: 'Query' },
    ],
    ['null', { query: free, variables: 'null', extensions: 'null' }, { __typename: 'Query' }],
  ])('default: GET accepts %s', async (_, query, data) => {
    const answer = await get(query)
    expect([answer.statusCode, answer.json()]).toEqual([200, { data }])
  })

  test.each<[string, Record<string, string>, string]>([
    ['variables that are no JSON', { query: free, variables: 'x' }, 'BAD_JSON'],
    ['extensions that are no JSON', { query: free, extensions: 'x' }, 'BAD_JSON'],
    ['variables that are a list', { query: free, variables: '[]' }, 'BAD_REQUEST'],
    ['extensions that are a number', { query: free, extensions: '1' }, 'BAD_REQUEST'],
    ['an operation that is not there', { query: free, operationName: 'A' }, 'BAD_REQUEST'],
  ])('error: GET refuses %s', async (_, query, code) => {
    const answer = await get(query)
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, code])
  })

  test('default: an empty operation name counts as missing, also by POST', async () => {
    const answer = await post({ query: free, operationName: '' })
    expect(answer.json()).toEqual({ data: { __typename: 'Query' } })
  })

  test('default: HEAD returns the headers of GET, without the body', async () => {
    const path = `${url}?query=${encodeURIComponent(free)}`
    const [head, whole] = [await app.inject({ method: 'HEAD', url: path }), await app.inject(path)]
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      whole.headers['content-length'],
    ])
  })

  test.each([
    [`${json};q=0.5, ${graphql}`, graphql],
    [`${graphql};q=0.5, ${json}`, json],
    [`${graphql};q=0, */*`, json],
    [`${graphql}, ${json};q=0.9`, graphql],
    [`${json};q=0`, undefined],
    [`${graphql.toUpperCase()}; charset=UTF-8`, graphql],
  ])('behavior: for Accept %s, serves %s', async (accept, type) => {
    const answer = await post({ query: free }, { accept })
    expect([answer.statusCode, answer.headers['content-type']?.toString().split(';')[0]]).toEqual(
      type ? [200, type] : [406, 'application/problem+json'],
    )
  })

  test.each([json, `${json}; charset=utf-8`, `${json};charset="UTF-8"`, 'Application/JSON; a=b'])(
    'default: reads a body of the type %s',
    async (type) => {
      expect((await post({ query: free }, { 'content-type': type })).statusCode).toBe(200)
    },
  )

  test.each([
    `${json}; charset=utf-16`,
    `${json}; charset=latin1`,
    `${json}; a=b; charset=utf-8859`,
    'application/json-patch+json',
    'application/graphql',
    'application/jsonp',
  ])('error: gives 415 for a body of the type %s, which would be misread', async (type) => {
    expect((await post({ query: free }, { 'content-type': type })).statusCode).toBe(415)
  })

  test('error: gives 415 for a compressed body, and names the accepted encoding', async () => {
    const body = gzipSync(JSON.stringify({ query: free }))
    const answer = await post(body, { 'content-encoding': 'gzip' })
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([
      415,
      { extensions: { code: 'UNSUPPORTED_MEDIA_TYPE', remedy: expect.stringContaining('plain') } },
    ])
    expect((await post({ query: free }, { 'content-encoding': 'identity' })).statusCode).toBe(200)
  })

  test('error: deeply nested lists cause no overflow, in any request form', async () => {
    const deep = `${'['.repeat(900)}${']'.repeat(900)}`
    const answer = await get({ query: `{ quotes(tickers: ${deep}) { price } }` })
    expect(answer.json().errors[0].extensions.code).toBe('QUERY_TOO_LARGE')
  })

  test('error: variables nested 100,000 deep give 400 and not 500, in any request form', async () => {
    const codeOf = (answer: { json(): { errors: [{ extensions: { code: string } }] } }) =>
      answer.json().errors[0].extensions.code
    const query = 'query($a: [String!]!) { quotes(tickers: $a) { ticker } }'
    const texts = (levels: number) => [
      `${'['.repeat(levels)}${']'.repeat(levels)}`,
      // Strings that contain brackets, between the lists.
      `${'["]",'.repeat(levels / 4)}1${']'.repeat(levels / 4)}`,
    ]
    for (const deep of texts(100_000)) {
      const body = `{"query":"${query}","variables":{"a":${deep}}}`
      const answer = await post(Buffer.from(body))
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'BAD_REQUEST'])
    }
    for (const deep of texts(1_000)) {
      const answer = await get({ query, variables: `{"a":${deep}}` })
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'BAD_REQUEST'])
    }
  })

  const huge = 'A'.repeat(40_000)
  test.each<[string, object]>([
    ['a variable', { query: typed, variables: { on: huge } }],
    ['the name of a variable’s field', { query: typed, variables: { on: { [huge]: 1 } } }],
    ['a literal', { query: `{ __type(name: ["${huge}"]) { name } }` }],
    ['a text where no text may be', { query: `{ "${huge}" }` }],
    ['a condition', { query: `{ __typename @include(if: "${huge}") }` }],
  ])('error: a refusal does not repeat 40,000 characters of %s', async (_, request) => {
    const { body } = await post(request)
    expect(body).toMatch(/"code":"(BAD_INPUT|GRAPHQL_\w+_FAILED)"/)
    expect(body.length).toBeLessThan(10_000)
  })

  test('behavior: no unexpected error occurred', () => expect(problems).toEqual([]))
})
