import { defined } from '@fiq/shared/defined'
import { protocolVersions } from '@fiq/shared/mcp/protocol-versions'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../../accounts/accounts.ts'
import { httpDefaults, httpRules } from '../http-defaults.ts'
import type { Requests } from '../query/answer-request.ts'
import { paymentFor, quotesConnector } from '../testing/quotes.ts'
import { payTo, smallApp } from '../testing/small-app.ts'
import { createAnswerWork } from './answers/answer-work.ts'
import { createReadAnswer } from './answers/read-answer.ts'
import { mcpSurface } from './mcp.ts'
import { createMcpServer } from './mcp-server.ts'

const { connector, state } = quotesConnector()

type Json = Record<string, unknown>
type Result = { content: { text: string }[]; structuredContent: Json; isError?: true; _meta?: Json }
const small = smallApp(connector)
const { app, problems } = small
const post = (payload: unknown, headers: Record<string, string> = {}, to = app) =>
  to.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', host: 'fiq.test', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const rpc = (method: string, params?: object, id: unknown = 7) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...defined({ params }),
})
const call = (name: string, input?: object, meta?: object) =>
  rpc('tools/call', {
    name,
    ...defined({ arguments: input, _meta: meta }),
  })
const resultOf = async (message: object, headers?: Record<string, string>): Promise<Result> =>
  (await post(message, headers)).json().result
const quotes = { tickers: ['AAPL'] }

/** A payment for a quote in the form of MCP. */
const payloadFor = (required: Json, resource?: string) =>
  decodeHeader(paymentFor(encodeHeader(required), { resource })) as Json
const quoteOf = async (input = quotes) => (await resultOf(call('quotes', input))).structuredContent

describe('versions', () => {
  test.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2024-11-05'],
    ['2025-11-25', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['no version', '2025-06-18'],
  ])('default: a client of %s gets %s', async (protocolVersion, answered) => {
    const clientInfo = { name: 'test', version: '1' }
    const result = await resultOf(
      rpc('initialize', { protocolVersion, capabilities: {}, clientInfo }),
      // The body states the version, whatever the header of the client says.
      { 'mcp-protocol-version': protocolVersion },
    )
    expect(result).toMatchObject({
      protocolVersion: answered,
      capabilities: { tools: {} },
      serverInfo: { name: 'fiq', version: '0.3.0' },
      instructions: expect.stringContaining('x402/payment'),
    })
  })

  test.each<[object | undefined, string]>([
    [undefined, 'params'],
    [{ capabilities: {}, clientInfo: { name: 'a', version: '1' } }, 'params.protocolVersion'],
    [{ protocolVersion: '2025-06-18', capabilities: {} }, 'params.clientInfo'],
  ])('error: initialize with %j names the mistake', async (params, at) => {
    expect((await post(rpc('initialize', params))).json().error).toEqual({
      code: -32_602,
      message: `initialize: ${at} does not follow the protocol.`,
    })
  })

  test('error: an unsupported version in the header gives 400 with the supported ones', async () => {
    const answer = await post(rpc('tools/list'), { 'mcp-protocol-version': '2027-01-01' })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        jsonrpc: '2.0',
        id: 7,
        error: {
          code: -32_022,
          message: 'Unsupported protocol version: 2027-01-01',
          data: { supported: protocolVersions, requested: '2027-01-01' },
        },
      },
    ])
  })

  test('error: methods of newer versions are unknown here', async () => {
    const answer = await post(rpc('server/discover'), { 'mcp-protocol-version': '2025-06-18' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { jsonrpc: '2.0', id: 7, error: { code: -32_601, message: 'Method not found' } },
    ])
  })

  test('behavior: answers batches on 2025-03-26, the version without a header', async () => {
    const batch = [rpc('ping', undefined, 'a'), rpc('ping', undefined, 1), { ...rpc('x'), id: 'b' }]
    const expected = [
      { jsonrpc: '2.0', id: 'a', result: {} },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 'b', error: { code: -32_601, message: 'Method not found' } },
    ]
    expect((await post(batch)).json()).toEqual(expected)
    expect((await post(batch, { 'mcp-protocol-version': '2025-03-26' })).json()).toEqual(expected)
  })

  test.each(['2025-06-18', '2024-11-05'])('error: refuses batches on %s', async (version) => {
    const answer = await post([rpc('ping')], { 'mcp-protocol-version': version })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, -32_600])
  })
})

describe('the transport', () => {
  test('behavior: media types may be in capitals', async () => {
    const accept = 'Application/JSON, Text/Event-Stream'
    expect((await post(rpc('ping'), { accept })).statusCode).toBe(200)
  })

  test.each([
    'completion/complete',
    'resources/list',
    'resources/read',
    'prompts/list',
    'logging/setLevel',
    'sampling/createMessage',
    'constructor',
  ])('error: %s is an unknown method', async (method) => {
    const answer = await post(rpc(method, {}))
    expect([answer.statusCode, answer.json().error.code]).toEqual([200, -32_601])
  })

  test.each(['GET', 'DELETE'] as const)(
    'behavior: %s gives 405, because there is no session',
    async (method) => {
      const answer = await app.inject({ method, url: '/mcp' })
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST, OPTIONS'])
    },
  )

  test('behavior: a notification gets 202 and nothing else', async () => {
    const answer = await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: {} })
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
  })

  test.each<[string, unknown, Record<string, string>, number, number]>([
    ['no JSON', '{', {}, 400, -32_700],
    ['an empty batch', [], {}, 400, -32_600],
    ['a batch of 21', Array(21).fill(rpc('ping')), {}, 400, -32_600],
    ['initialize in a batch', [rpc('initialize', {})], {}, 400, -32_600],
    ['another protocol', { id: 1, method: 'ping' }, {}, 400, -32_600],
    ['an id that is an object', rpc('ping', undefined, {}), {}, 400, -32_600],
    ['an id that was rounded', rpc('ping', undefined, 2 ** 53), {}, 400, -32_600],
    ['a fraction for an id', rpc('ping', undefined, 1.5), {}, 400, -32_600],
    [
      'brackets without end',
      `{"params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      {},
      400,
      -32_000,
    ],
    ['a body of 700 KB', rpc('ping', { a: 'x'.repeat(700_000) }), {}, 413, -32_000],
    ['another content type', rpc('ping'), { 'content-type': 'text/plain' }, 415, -32_000],
    ['a compressed body', rpc('ping'), { 'content-encoding': 'gzip' }, 415, -32_000],
    ['an Accept of HTML', rpc('ping'), { accept: 'text/html' }, 406, -32_000],
    ['a foreign Host', rpc('ping'), { host: 'evil.example' }, 403, -32_000],
    ['a foreign Origin', rpc('ping'), { origin: 'https://evil.example' }, 403, -32_000],
    ['the Origin null', rpc('ping'), { origin: 'null' }, 403, -32_000],
  ])('error: %s', async (_, payload, headers, status, code) => {
    const answer = await post(payload, headers)
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
  })

  test('behavior: accepts only the public host name, not even a local one', async () => {
    const known = { host: 'fiq.test', origin: 'http://fiq.test' }
    expect((await post(rpc('ping'), known)).json()).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
    for (const local of [{ host: '127.0.0.1:4020' }, { origin: 'http://localhost:6274' }])
      expect((await post(rpc('ping'), { ...known, ...local })).statusCode).toBe(403)
  })

  test('error: refuses a malformed progress token with a response', async () => {
    const answer = await post(call('quotes', quotes, { progressToken: {} }))
    expect([answer.statusCode, answer.json().error.code]).toEqual([200, -32_602])
    const toServer = await post(rpc('ping', { _meta: { progressToken: {} } }))
    expect([toServer.statusCode, toServer.json().error.code]).toEqual([200, -32_602])
  })

  test('behavior: counts requests by address, and gives 429 above the limit', async () => {
    const strict = smallApp(connector, {}, { requestsPerMinute: 1 }).app
    const answers = []
    for (const message of [rpc('tools/list'), rpc('tools/list'), call('quotes', quotes)])
      answers.push(await post(message, {}, strict))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429, 429])
    expect(answers[2]?.headers['retry-after']).toBe('60')
    expect(answers[2]?.json().error).toMatchObject({
      code: -32_000,
      data: { code: 'RATE_LIMITED', funds: 'untouched' },
    })
  })

  test('behavior: counts wrong calls too', async () => {
    const strict = smallApp(connector, {}, { requestsPerMinute: 1 }).app
    await post(call('quotes', {}), {}, strict)
    expect((await post(call('nope'), {}, strict)).statusCode).toBe(429)
  })

  test.each<[string, unknown, Record<string, string>]>([
    ['no JSON', '{', {}],
    ['no JSON-RPC', { id: 1 }, {}],
    ['no arguments of a call', rpc('tools/call', {}), {}],
    ['an Accept of HTML', rpc('ping'), { accept: 'text/html' }],
    ['an unknown version', rpc('ping'), { 'mcp-protocol-version': '1999-01-01' }],
  ])('behavior: counts %s, and gives 429 above the limit', async (_, payload, headers) => {
    const strict = smallApp(connector, {}, { requestsPerMinute: 1 }).app
    expect((await post(payload, headers, strict)).statusCode).not.toBe(429)
    const refused = await post(payload, headers, strict)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
    expect(refused.json().error.data.code).toBe('RATE_LIMITED')
  })
})

describe('tools', () => {
  test('default: lists the catalog, graphql and price, read-only and without an output schema', async () => {
    const { tools } = (await post(rpc('tools/list'))).json().result
    expect(tools.map(({ name }: Json) => name)).toEqual([
      'quotes',
      'searchEntities',
      'priceHistory',
      'entityByTicker',
      'entitiesByTickers',
      'marketStatus',
      'sanctionsScreen',
      'institutionalHoldings',
      'gdp',
      'inflation',
      'interestRates',
      'macroSeries',
      'shortInterest',
      'campaignFinance',
      'sp500Multiples',
      'screen',
      'graphql',
      'price',
    ])
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      })
      expect(tool).not.toHaveProperty('outputSchema')
    }
  })

  test('behavior: each caller gets the list under the id of its request', async () => {
    const ids = [1, '1', 2, 1, 'a"b', ...Array.from({ length: 200 }, (_, id) => id), 1]
    const answers = await Promise.all(ids.map((id) => post(rpc('tools/list', undefined, id))))
    expect(answers.map((answer) => answer.json().id)).toEqual(ids)
    expect(new Set(answers.map((answer) => JSON.stringify(answer.json().result))).size).toBe(1)
  })

  test('error: the list has one page', async () => {
    expect((await post(rpc('tools/list', { cursor: 'x' }))).json().error.code).toBe(-32_602)
  })

  test('default: returns a free query as text and as structure', async () => {
    expect(await resultOf(call('graphql', { query: '{ __typename }' }))).toEqual({
      content: [{ type: 'text', text: '{"data":{"__typename":"Query"}}' }],
      structuredContent: { data: { __typename: 'Query' } },
    })
  })

  test('default: a price is free, for a tool and for a query', async () => {
    const expected = {
      tariff: 'test',
      credits: 5,
      amount: '15000',
      rows: [
        ['quotes', 1, 1],
        ['minimum', 1, 4, '12000'],
      ],
    }
    const query = '{ quotes(tickers: ["AAPL"]) { price } }'
    const ofTool = await resultOf(call('price', { tool: 'quotes', arguments: quotes }))
    const ofQuery = await resultOf(call('price', { query }))
    expect([ofTool.structuredContent, ofQuery.structuredContent]).toEqual([expected, expected])
  })

  test.each<[string, string, object | undefined, string]>([
    ['a missing input', 'quotes', undefined, 'BAD_INPUT'],
    ['an input out of bounds', 'quotes', { tickers: [] }, 'BAD_INPUT'],
    ['an input that does not exist', 'quotes', { ...quotes, x: 1 }, 'BAD_INPUT'],
    ['an unknown ticker', 'quotes', { tickers: ['NOPE'] }, 'NOT_FOUND'],
    ['syntax', 'graphql', { query: '{' }, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', 'graphql', { query: '{ nope }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['neither tool nor query', 'price', {}, 'BAD_INPUT'],
    ['both tool and query', 'price', { tool: 'quotes', query: '{ a }' }, 'BAD_INPUT'],
    ['a tool without a price', 'price', { tool: 'price' }, 'BAD_INPUT'],
    ['a tool that is not there', 'price', { tool: 'nope' }, 'BAD_INPUT'],
    ['wrong inputs of a tool', 'price', { tool: 'quotes' }, 'BAD_INPUT'],
  ])('error: %s is a result with an error', async (_, name, input, code) => {
    const { isError, structuredContent, content } = await resultOf(call(name, input))
    expect([isError, JSON.parse(content[0]?.text ?? '')]).toEqual([true, structuredContent])
    expect(structuredContent).toMatchObject({
      errors: [{ extensions: { code, funds: 'untouched', remedy: expect.any(String) } }],
    })
  })

  test('error: an unknown tool is a protocol error that lists the tools', async () => {
    expect((await post(call('quots', quotes))).json().error).toMatchObject({
      code: -32_602,
      data: { code: 'UNKNOWN_TOOL', facts: [expect.stringContaining('quotes, searchEntities')] },
    })
  })
})

describe('paying', () => {
  test('default: returns the quote in both forms, then the answer with its receipt', async () => {
    const quoted = await resultOf(call('quotes', quotes))
    expect(JSON.parse(quoted.content[0]?.text ?? '')).toEqual(quoted.structuredContent)
    expect(quoted).toMatchObject({
      isError: true,
      structuredContent: {
        x402Version: 2,
        error:
          'This call has a price: sign an offer and repeat the call with _meta["x402/payment"].',
        resource: { url: 'mcp://tool/quotes' },
        accepts: [{ scheme: 'exact', network: 'eip155:8453', amount: '15000', payTo }],
      },
    })
    const payment = payloadFor(quoted.structuredContent)
    const paid = await resultOf(call('quotes', quotes, { 'x402/payment': payment }))
    expect(JSON.parse(paid.content[0]?.text ?? '')).toEqual(paid.structuredContent)
    expect(paid).toMatchObject({
      structuredContent: {
        data: { quotes: [{ ticker: 'AAPL', price: 1 }] },
        extensions: { payment: { state: 'settled', amount: '0.015' } },
      },
      _meta: {
        'x402/payment-response': {
          success: true,
          transaction: `0x${'c'.repeat(64)}`,
          network: 'eip155:8453',
          payer: `0x${'a'.repeat(40)}`,
        },
      },
    })
    expect(paid.isError).toBeUndefined()

    const again = await resultOf(call('quotes', quotes, { 'x402/payment': payment }))
    expect(again).toEqual(paid)
  })

  test('default: an API key pays with credits', async () => {
    const { accounts } = small.access
    const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, accounts)
    const { key } = await issueKey({ organisation: id, name: 'ci' }, accounts)
    const paid = await resultOf(call('quotes', quotes), { authorization: `Bearer ${key}` })
    expect(paid).toMatchObject({
      structuredContent: {
        data: { quotes: [{ ticker: 'AAPL' }] },
        extensions: { payment: { state: 'charged', credits: 5, organisation: id } },
      },
    })
  })

  test('error: a malformed key gives 401 with a challenge', async () => {
    const answer = await post(call('quotes', quotes), { authorization: 'Bearer nope' })
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="fiq", error="invalid_token"',
    ])
    expect(answer.json().error.data).toMatchObject({ code: 'INVALID_KEY', funds: 'untouched' })
  })

  test.each<[string, (payment: Json) => [string, object], string]>([
    ['other arguments', () => ['quotes', { tickers: ['MSFT'] }], 'PAYMENT_BOUND_TO_OTHER_REQUEST'],
    [
      'another tool',
      () => ['graphql', { query: '{ quotes(tickers: ["AAPL"]) { price } }' }],
      'PAYMENT_BOUND_TO_OTHER_REQUEST',
    ],
  ])('error: refuses the payment of one call for %s', async (_, other, code) => {
    const payment = payloadFor(await quoteOf())
    const refused = await resultOf(call(...other(payment), { 'x402/payment': payment }))
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ extensions: { code, funds: 'at-risk' } }] },
    })
  })

  test('error: refuses a payment for the HTTP endpoint at a tool', async () => {
    const payment = payloadFor(await quoteOf(), 'http://fiq.test/tools/quotes')
    const refused = await resultOf(call('quotes', quotes, { 'x402/payment': payment }))
    expect(refused.structuredContent).toMatchObject({
      errors: [{ extensions: { code: 'PAYMENT_BOUND_TO_OTHER_REQUEST' } }],
    })
  })

  test.each([null, 'x', 7, {}, { x402Version: 2 }])(
    'error: %j is not a payment, and nothing is charged',
    async (payment) => {
      const refused = await resultOf(call('quotes', quotes, { 'x402/payment': payment }))
      expect(refused).toMatchObject({
        isError: true,
        structuredContent: {
          errors: [{ extensions: { code: 'PAYMENT_MALFORMED', funds: 'at-risk' } }],
        },
      })
    },
  )

  test('error: a refusal on the chain gives a new quote with the reason and the failed settlement', async () => {
    const refusing = smallApp(connector, {
      settle: async () => ({
        outcome: 'refused',
        reason: 'invalid_exact_evm_insufficient_balance',
        message: 'the wallet is empty',
      }),
    }).app
    const payment = payloadFor(await quoteOf())
    const { result } = (
      await post(call('quotes', quotes, { 'x402/payment': payment }), {}, refusing)
    ).json()
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        x402Version: 2,
        error: 'The chain refused the transfer: the wallet is empty',
        accepts: [{ amount: '15000' }],
        errors: [{ extensions: { code: 'SETTLEMENT_FAILED', funds: 'at-risk' } }],
        'x402/payment-response': {
          success: false,
          errorReason: 'invalid_exact_evm_insufficient_balance',
          transaction: '',
          network: 'eip155:8453',
        },
      },
    })
  })

  test('error: an answer that cannot be produced is owed, then returned for the same payment', async () => {
    const message = call('quotes', quotes, { 'x402/payment': payloadFor(await quoteOf()) })
    state.isBroken = true
    const owed = await resultOf(message)
    state.isBroken = false
    expect(owed).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ extensions: { code: 'ANSWER_OWED', funds: 'owed' } }] },
    })
    expect((await resultOf(message)).isError).toBeUndefined()
  })

  test('behavior: no unexpected error occurred', () => expect(problems).toEqual([]))
})

describe('slow calls', () => {
  /** Answers when the test requests it. */
  function slowApp(times: { answerTimeoutMs: number; progressEveryMs: number }, pendingMax = 10) {
    const waiting: (() => void)[] = []
    const answer: Requests['answer'] = () =>
      new Promise((resolve) =>
        waiting.push(() => resolve({ status: 200, headers: {}, body: '{"data":{}}' })),
      )
    const requests = { answer, admit: async () => ({}) } as unknown as Requests
    const report = () => {}
    const slow = Fastify({ ...httpDefaults })
    httpRules(slow, 'sandbox', report)
    const work = createAnswerWork()
    const readAnswer = createReadAnswer(requests, work)
    const { contract } = small
    const parts = { requests, contract, times, work, readAnswer, report }
    const multiplexer = createMcpServer(parts)
    mcpSurface(slow, {
      multiplexer,
      admit: requests.admit,
      publicUrl: undefined,
      report,
      pendingMax,
    })
    return { slow, waiting }
  }
  const local = { host: 'localhost', accept: 'application/json, text/event-stream' }

  test('behavior: a caller that wants progress is notified during the call, then answered', async () => {
    const { slow, waiting } = slowApp({ answerTimeoutMs: 10_000, progressEveryMs: 5 })
    const url = await slow.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: local.accept },
      body: JSON.stringify(call('quotes', quotes, { progressToken: 'p' })),
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.has('x-accel-buffering')).toBe(false)
    waiting[0]?.()
    const events = (await response.text())
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.split('\ndata: ')[1] ?? ''))
    expect(events[0]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 1, message: 'still being answered' },
    })
    expect(events.at(-1)).toMatchObject({ id: 7, result: { structuredContent: { data: {} } } })
    const version = '2026-07-28'
    const meta = { [metaKeys.version]: version, [metaKeys.capabilities]: {}, progressToken: 1 }
    const newest = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: local.accept,
        'mcp-protocol-version': version,
        'mcp-method': 'tools/call',
        'mcp-name': 'quotes',
      },
      body: JSON.stringify(call('quotes', quotes, meta)),
    })
    expect(newest.headers.get('x-accel-buffering')).toBe('no')
    waiting[1]?.()
    expect(await newest.text()).toContain('"resultType":"complete"')
    await slow.close()
  })

  test.each([
    ['with a payment: ask again with the same', { 'x402/payment': {} }, 'SETTLEMENT_PENDING'],
    ['without one', {}, 'UPSTREAM_UNAVAILABLE'],
  ])('error: a call above its time limit is answered, %s', async (_, meta, code) => {
    const { slow } = slowApp({ answerTimeoutMs: 5, progressEveryMs: 1_000 })
    const { result } = (await post(call('quotes', quotes, meta), local, slow)).json()
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ extensions: { code, funds: 'at-risk' } }] },
    })
  })

  test('error: refuses concurrent calls above the limit, with a time to retry', async () => {
    const { slow, waiting } = slowApp({ answerTimeoutMs: 10_000, progressEveryMs: 1_000 }, 2)
    const batch = [call('quotes', quotes), call('quotes', quotes), call('quotes', quotes)]
    const answer = await post(batch, local, slow)
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().error.data]).toEqual([
      503,
      '1',
      expect.objectContaining({ code: 'SERVER_BUSY', funds: 'untouched' }),
    ])
    expect(waiting).toHaveLength(0)
  })

  test('behavior: equal ids of two clients are independent', async () => {
    const { slow, waiting } = slowApp({ answerTimeoutMs: 10_000, progressEveryMs: 1_000 })
    const first = post(call('quotes', quotes), local, slow)
    const second = post(call('quotes', { tickers: ['MSFT'] }), local, slow)
    while (waiting.length < 2) await new Promise(setImmediate)
    // A client that cancels by its own id does not affect other clients.
    const cancel = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'r1' },
    }
    expect((await post(cancel, local, slow)).statusCode).toBe(202)
    for (const answer of waiting) answer()
    expect([(await first).json().id, (await second).json().result.isError]).toEqual([7, undefined])
  })
})
