import { defined } from '@fiq/shared/defined'
import { encodeHeader } from '@fiq/shared/payment/header-codec'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { readPaymentResponse } from '@fiq/shared/payment/payment-response'
import { describe, expect, test } from 'vitest'
import { yahooQuote } from '../sources/prices/yahoo-quotes.ts'
import { paymentFor, quotesConnector } from './testing/quotes.ts'
import { smallApp } from './testing/small-app.ts'

const provenance = [
  {
    source: 's',
    sourceUrl: 'u',
    asOf: '2018-02-07',
    retrievedAt: '2020-01-01T00:00:00Z',
    mode: 'mirror' as const,
    stale: true,
    licence: 'public',
  },
]
const { connector, state } = quotesConnector(provenance)
const { app, problems } = smallApp(connector)
const url = '/api/graphql'
const query = '{ quotes(tickers: ["AAPL"]) { price } }'
const post = (payload: unknown, headers: Record<string, string> = {}, path = url) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', host: 'fiq.test', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const codeOf = (body: string) =>
  (JSON.parse(body) as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions.code

const quote = async (payload: unknown = { query }, path = url) =>
  (await post(payload, {}, path)).headers['payment-required']

describe('a paid query', () => {
  test('default: returns 402 with the itemised quote, then the answer with its receipt', async () => {
    const unpaid = await post({ query })
    expect([unpaid.statusCode, unpaid.body, unpaid.headers['cache-control']]).toEqual([
      402,
      '{}',
      'no-store',
    ])
    const { quote: itemised, resource } = readPaymentRequired(
      String(unpaid.headers['payment-required']),
    )
    expect(itemised).toMatchObject({
      rows: [
        ['quotes', 1, 1],
        ['minimum', 1, 4, '12000'],
      ],
      total: '15000',
      tariff: 'test',
    })
    expect(resource.url).toBe('http://fiq.test/api/graphql')

    const paid = await post(
      { query },
      { 'payment-signature': paymentFor(unpaid.headers['payment-required']) },
    )
    expect(paid.statusCode).toBe(200)
    expect(paid.headers['cache-control']).toBe('private, no-store')
    expect(readPaymentResponse(String(paid.headers['payment-response']))).toMatchObject({
      success: true,
      transaction: `0x${'c'.repeat(64)}`,
    })
    expect(paid.json()).toMatchObject({
      data: { quotes: [{ price: 1 }] },
      extensions: {
        cost: { credits: 5, amount: '0.015' },
        sources: [{ path: 'quotes', asOf: '2018-02-07', stale: true }],
        payment: { state: 'settled', amount: '0.015' },
        warnings: ['quotes is as of 2018-02-07, which is older than its area allows'],
      },
    })
  })

  test('behavior: the same payment again gives the same bytes and runs nothing', async () => {
    const upperCased = JSON.parse(Buffer.from(paymentFor(await quote()), 'base64').toString())
    upperCased.payload.signature = `0x${'A'.repeat(130)}`
    const payment = Buffer.from(JSON.stringify(upperCased)).toString('base64')
    const first = await post({ query }, { 'payment-signature': payment })
    const before = state.runs
    const again = await post({ query }, { 'payment-signature': payment })
    expect([again.body, again.headers['payment-response'], state.runs]).toEqual([
      first.body,
      first.headers['payment-response'],
      before,
    ])
  })

  test.each([
    ['another query', { query: '{ quotes(tickers: ["MSFT"]) { price } }' }, url],
    [
      'other variables',
      {
        query: 'query ($t: [String!]!) { quotes(tickers: $t) { price } }',
        variables: { t: ['MSFT'] },
      },
      url,
    ],
    ['another path', { tickers: ['AAPL'] }, '/tools/quotes'],
  ])('error: the payment of one request for %s is a conflict', async (_, payload, path) => {
    const payment = paymentFor(await quote())
    const before = state.runs
    const other = await post(payload, { 'payment-signature': payment }, path)
    expect([other.statusCode, codeOf(other.body), state.runs]).toEqual([
      409,
      'PAYMENT_BOUND_TO_OTHER_REQUEST',
      before,
    ])
  })

  test('error: a nonce that bought one answer buys no other, even without the echo', async () => {
    const payment = paymentFor(await quote())
    await post({ query }, { 'payment-signature': payment })
    const bare = JSON.parse(Buffer.from(payment, 'base64').toString()) as Record<string, unknown>
    delete bare['extensions']
    const other = await post(
      { query: '{ quotes(tickers: ["MSFT"]) { price } }' },
      { 'payment-signature': encodeHeader(bare) },
    )
    expect([other.statusCode, codeOf(other.body)]).toEqual([409, 'PAYMENT_BOUND_TO_OTHER_REQUEST'])
  })

  test.each(['x', '%%%', encodeHeader({}), encodeHeader({ x402Version: 2 })])(
    'error: the header %j is malformed',
    async (header) => {
      const answer = await post({ query }, { 'payment-signature': header })
      expect([answer.statusCode, codeOf(answer.body)]).toEqual([400, 'PAYMENT_MALFORMED'])
    },
  )

  test('error: an answer that cannot be produced is owed, then given free', async () => {
    const payment = paymentFor(await quote())
    state.isBroken = true
    const owed = await post({ query }, { 'payment-signature': payment })
    state.isBroken = false
    expect([owed.statusCode, codeOf(owed.body), owed.json().errors[0].extensions.funds]).toEqual([
      502,
      'ANSWER_OWED',
      'owed',
    ])
    expect((await post({ query }, { 'payment-signature': payment })).statusCode).toBe(200)
  })

  test('error: a refusal of the facilitator gives a new quote with the reason', async () => {
    const refusing = smallApp(connector, {
      verify: async () => ({
        isValid: false,
        payer: `0x${'a'.repeat(40)}`,
        reason: 'invalid_exact_evm_signature',
        message: 'It is signed by somebody else.',
      }),
    })
    const answer = await refusing.app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        host: 'fiq.test',
        'payment-signature': paymentFor(await quote()),
      },
      payload: { query },
    })
    expect([answer.statusCode, codeOf(answer.body)]).toEqual([402, 'PAYMENT_INVALID'])
    expect(readPaymentRequired(String(answer.headers['payment-required'])).error).toBe(
      'The payment does not satisfy the quote: It is signed by somebody else.',
    )
  })

  test('error: after an unexpected settlement error the payer must repeat the same request', async () => {
    const failing = smallApp(connector, {
      settle: () => Promise.reject(new Error('EIO /secret/path')),
    })
    const answer = await failing.app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        host: 'fiq.test',
        'payment-signature': paymentFor(await quote()),
      },
      payload: { query },
    })
    const { 'retry-after': wait, 'payment-required': quoted } = answer.headers
    expect([answer.statusCode, codeOf(answer.body), wait, quoted]).toEqual([
      503,
      'SETTLEMENT_PENDING',
      '1',
      undefined,
    ])
    expect(answer.body).not.toContain('secret')
    expect(failing.problems).toHaveLength(1)
  })
})

describe('bad input', () => {
  const strict = { accept: 'application/graphql-response+json' }
  test.each<[string, unknown, Record<string, string>, number, string]>([
    ['no JSON', '{', {}, 400, 'BAD_JSON'],
    ['a batch', [{ query }], {}, 400, 'BAD_REQUEST'],
    ['no query', {}, {}, 400, 'BAD_REQUEST'],
    ['variables that are a list', { query, variables: [] }, {}, 400, 'BAD_REQUEST'],
    ['a body of 700 KB', { query: `{ a } # ${'x'.repeat(700_000)}` }, {}, 413, 'BODY_TOO_LARGE'],
    [
      'another content type',
      { query },
      { 'content-type': 'text/plain' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a compressed body', { query }, { 'content-encoding': 'gzip' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['brackets without end', `${'['.repeat(101)}`, {}, 400, 'BAD_REQUEST'],
    [
      'variables that overflow a stack',
      `{"query":"{ a }","variables":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
      {},
      400,
      'BAD_REQUEST',
    ],
    ['an Accept we cannot serve', { query }, { accept: 'text/html' }, 406, 'NOT_ACCEPTABLE'],
    ['syntax', { query: '{' }, strict, 400, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', { query: '{ nope }' }, strict, 400, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a missing variable',
      { query: 'query ($t: [String!]!) { quotes(tickers: $t) { price } }' },
      strict,
      400,
      'BAD_INPUT',
    ],
    [
      'a fragment bomb',
      {
        query: `{ ...A0 } ${Array.from({ length: 40 }, (_, i) => `fragment A${i} on Query { ...A${i + 1} ...A${i + 1} }`).join(' ')} fragment A40 on Query { __typename }`,
      },
      strict,
      400,
      'QUERY_TOO_LARGE',
    ],
    [
      'unbounded work',
      {
        query:
          'query ($t: [String!]!) { a: quotes(tickers: $t) { price } b: quotes(tickers: $t) { price } }',
        variables: { t: Array(5_001).fill('A') },
      },
      strict,
      400,
      'QUERY_TOO_EXPENSIVE',
    ],
    [
      'an unknown ticker',
      { query: '{ quotes(tickers: ["NOPE"]) { price } }' },
      strict,
      404,
      'NOT_FOUND',
    ],
    [
      '@defer',
      { query: '{ ... @defer { quotes(tickers: ["AAPL"]) { price } } }' },
      strict,
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('error: %s', async (_, payload, headers, status, code) => {
    const answer = await post(payload, headers)
    expect([answer.statusCode, codeOf(answer.body), answer.headers['payment-required']]).toEqual([
      status,
      code,
      undefined,
    ])
    expect(answer.json().errors[0].extensions.funds).toBe('untouched')
  })

  test('behavior: clients that only support application/json get 200 for faults of the query', async () => {
    expect((await post({ query: '{ nope }' }, { accept: 'application/json' })).statusCode).toBe(200)
  })

  test.each<[string, string, unknown, number, string, string]>([
    ['an unknown tool', '/tools/quots', {}, 404, 'UNKNOWN_TOOL', 'Tools: quotes, searchEntities'],
    ['a missing input', '/tools/quotes', {}, 400, 'BAD_INPUT', 'Pointer: /tickers'],
    [
      '101 tickers',
      '/tools/quotes',
      { tickers: Array(101).fill('A') },
      400,
      'BAD_INPUT',
      'Pointer: /tickers',
    ],
    [
      'a ticker twice',
      '/tools/quotes',
      { tickers: ['A', 'A'] },
      400,
      'BAD_INPUT',
      'Pointer: /tickers',
    ],
    [
      'an empty ticker',
      '/tools/quotes',
      { tickers: ['A', ''] },
      400,
      'BAD_INPUT',
      'Pointer: /tickers/1',
    ],
    [
      'an input that does not exist',
      '/tools/quotes',
      { tickers: ['A'], ticker: 'A' },
      400,
      'BAD_INPUT',
      'Pointer: /ticker',
    ],
    ['an array', '/tools/quotes', [], 400, 'BAD_INPUT', ''],
    ['no JSON', '/tools/quotes', 'tickers=A', 400, 'BAD_JSON', ''],
  ])('error: %s', async (_, path, payload, status, code, fact) => {
    const answer = await post(payload, {}, path)
    expect([answer.statusCode, codeOf(answer.body)]).toEqual([status, code])
    expect(answer.json().errors[0].extensions.facts.join('\n')).toContain(fact)
  })

  test.each([
    ['GET', '/tools/quotes', 405],
    ['PUT', '/api/graphql', 405],
    ['GET', '/nothing', 404],
  ] as const)('error: %s %s gives %i', async (method, path, status) => {
    const answer = await app.inject({ method, url: path })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['allow'] !== undefined).toBe(status === 405)
  })

  test.each(['a b', 'x:y', 'x:99999', '[', '%'])(
    'error: a Host header of %j is refused on every path',
    async (host) => {
      const paths = ['/openapi.json', '/llms.txt', '/.well-known/x402', '/api/v1/service', '/none']
      const answers = [await post({ query }, { host })]
      for (const path of paths) answers.push(await app.inject({ url: path, headers: { host } }))
      for (const answer of answers)
        expect([answer.statusCode, codeOf(answer.body)]).toEqual([400, 'BAD_REQUEST'])
    },
  )

  test.each([
    ['a long name', `/tools/${'q'.repeat(5_000)}`, 404, 'UNKNOWN_PATH'],
    ['an escape that is none', '/tools/%zz', 400, 'BAD_REQUEST'],
  ])(
    'error: an address with %s gives an error in the usual form, without a repetition of it',
    async (_, path, status, code) => {
      const answer = await post({}, {}, path)
      expect([answer.statusCode, codeOf(answer.body)]).toEqual([status, code])
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      expect(answer.body.length).toBeLessThan(1_000)
    },
  )
})

describe('free pages', () => {
  test('default: introspection and __typename are free, by POST and GET', async () => {
    expect(
      (await post({ query: '{ __typename __schema { queryType { name } } }' })).json().data,
    ).toEqual({ __typename: 'Query', __schema: { queryType: { name: 'Query' } } })
    expect((await app.inject(`${url}?query=%7B__typename%7D`)).json()).toEqual({
      data: { __typename: 'Query' },
    })
  })

  test('behavior: a price query is free and equals the quote', async () => {
    expect((await post({ query }, {}, '/api/v1/price')).json()).toEqual({
      tariff: 'test',
      credits: 5,
      amount: '15000',
      rows: [
        ['quotes', 1, 1],
        ['minimum', 1, 4, '12000'],
      ],
    })
  })

  test('behavior: the service states its payee and the kind of its data', async () => {
    expect((await app.inject('/api/v1/service')).json()).toMatchObject({
      name: 'fiq',
      network: 'eip155:8453',
      dataMode: 'sandbox',
      rpc: null,
    })
    expect((await app.inject('/api/v1/tariff')).json()).toMatchObject({
      version: 'test',
      rates: { 'Query.quotes': { credits: 1 } },
    })
  })

  test('behavior: browsers may read the payment headers', async () => {
    const answer = await post({ query }, { origin: 'https://app.example' })
    expect(answer.headers['access-control-expose-headers']).toBe(
      'PAYMENT-REQUIRED, PAYMENT-RESPONSE, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
    )
    expect(
      (await app.inject({ method: 'OPTIONS', url })).headers['access-control-allow-headers'],
    ).toContain('payment-signature')
  })

  test('behavior: no unexpected error occurred', () => expect(problems).toEqual([]))
})

describe('a source during its rest period', () => {
  const restingHosts = new Set<string>()
  const { connector, state } = quotesConnector()
  const upstreams = [{ ...yahooQuote, hosts: ['resting.test'] }]
  const { app, record } = smallApp({ ...connector, upstreams }, {}, { restingHosts })
  const ask = (payment?: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        host: 'fiq.test',
        ...defined({ 'payment-signature': payment }),
      },
      payload: JSON.stringify({ query }),
    })

  test('error: does not settle a query that cannot be answered, and the same payment buys it later', async () => {
    const payment = paymentFor((await ask()).headers['payment-required'])
    restingHosts.add('resting.test')
    state.isBroken = true
    const refused = await ask(payment)
    expect([refused.statusCode, codeOf(refused.body)]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
    expect(refused.json().errors[0].extensions.funds).toBe('at-risk')
    expect(await record.unfinished()).toEqual([])
    state.isBroken = false
    expect((await ask(payment)).statusCode).toBe(200)
    expect(state.runs).toBe(2)
    restingHosts.clear()
    await ask(paymentFor((await ask()).headers['payment-required']))
    expect(state.runs).toBe(3)
  })
})
