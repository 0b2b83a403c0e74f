import { defined } from '@fiq/shared/defined'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import { decodeHeader } from '@fiq/shared/payment/header-codec'
import { describe, expect, test } from 'vitest'
import { paymentFor, quotesConnector } from '../testing/quotes.ts'
import { smallApp } from '../testing/small-app.ts'

type Json = Record<string, unknown>
const stateless = '2026-07-28'
const { app } = smallApp(quotesConnector().connector)

type Request = {
  method: string
  params?: Json
  headers?: Record<string, string>
  meta?: Json
  to?: typeof app
}

/** A request of the stateless version with the required headers, then the given ones. */
const post = async ({ method, params = {}, headers = {}, meta = {}, to = app }: Request) => {
  const name = params['name'] ?? params['uri']
  const _meta = { [metaKeys.version]: stateless, [metaKeys.capabilities]: {}, ...meta }
  const { statusCode, ...answer } = await to.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      host: 'fiq.test',
      'mcp-protocol-version': stateless,
      'mcp-method': method,
      ...defined({ 'mcp-name': name === undefined ? undefined : String(name) }),
      ...headers,
    },
    payload: { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } },
  })
  const { result, error } = answer.json()
  return { statusCode, result, error, headers: answer.headers }
}
const server = { [metaKeys.server]: { name: 'fiq', title: expect.any(String), version: '0.3.0' } }
const payer = `0x${'a'.repeat(40)}` as const
const quotes = { name: 'quotes', arguments: { tickers: ['AAPL'] } }

describe('MCP 2026-07-28', () => {
  test('default: the server states its versions and how it is paid', async () => {
    const { statusCode, result } = await post({ method: 'server/discover' })
    expect(statusCode).toBe(200)
    expect(result).toEqual({
      resultType: 'complete',
      supportedVersions: [stateless, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
      capabilities: { tools: {}, resources: {}, extensions: { 'org.x402/payment': {} } },
      instructions: expect.stringContaining('x402/payment'),
      ttlMs: 3_600_000,
      cacheScope: 'public',
      _meta: server,
    })
  })

  test('default: lists are complete and may be cached; there are no resources', async () => {
    const { result } = await post({ method: 'tools/list' })
    expect(result.tools).toHaveLength(20)
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 3_600_000, _meta: server })
    const { result: resources } = await post({ method: 'resources/list' })
    expect(resources).toMatchObject({ resources: [], cacheScope: 'public' })
    const read = await post({ method: 'resources/read', params: { uri: 'fiq://answer/a' } })
    expect([read.statusCode, read.error]).toMatchObject([
      200,
      { code: -32_602, data: { uri: 'fiq://answer/a' } },
    ])
  })

  test('behavior: describe describes the tools outside the schema too, and a refused input names it', async () => {
    const call = async (name: string, input: Json) =>
      (await post({ method: 'tools/call', params: { name, arguments: input } })).result
    for (const name of ['graphql', 'price', 'describe', 'answer']) {
      const { structuredContent } = await call('describe', { name })
      expect(structuredContent).toMatchObject({
        kind: 'tool',
        name,
        example: { tool: name },
        inputSchema: { type: 'object' },
      })
    }
    const { structuredContent: invalid } = await call('graphql', { query: '{ quotes { x } }' })
    expect(invalid.errors[0].extensions).toMatchObject({
      code: 'GRAPHQL_VALIDATION_FAILED',
      facts: expect.arrayContaining([
        expect.stringContaining('describe { "name": "Quote", "kind": "type" }'),
      ]),
    })
    const params = { name: 'grapql', arguments: {} }
    const { error } = await post({ method: 'tools/call', params })
    expect(error.data.facts).toEqual([
      ...['Did you mean graphql?', expect.stringContaining('graphql, price, describe, answer')],
    ])
    const { isError, structuredContent } = await call('quotes', { ticker: 'AAPL' })
    expect([isError, structuredContent.errors[0].extensions.facts.at(-1)]).toEqual([
      ...[true, expect.stringContaining('describe { "name": "quotes" }')],
    ])
    const { structuredContent: unknown } = await call('quotes', { tickers: ['NOPE'] })
    expect(unknown.errors[0].extensions).toMatchObject({
      facts: expect.arrayContaining(['searchEntities {"query":"NOPE"} finds tickers by name']),
      remedy: expect.stringContaining('searchEntities'),
    })
  })

  test('behavior: a price is in USDC, with names in its rows', async () => {
    const params = { name: 'price', arguments: { tool: 'quotes', arguments: quotes.arguments } }
    const { result } = await post({ method: 'tools/call', params })
    expect(result.structuredContent).toEqual({
      amount: '0.015',
      unit: 'USDC',
      credits: 5,
      tariff: 'test',
      rows: [
        { path: 'quotes', times: 1, credits: 1 },
        { path: 'minimum', times: 1, credits: 4 },
      ],
    })
  })

  test('behavior: a call is quoted, paid and answered in results', async () => {
    const quoted = await post({ method: 'tools/call', params: quotes })
    expect(quoted.result).toMatchObject({ resultType: 'complete', isError: true, _meta: server })
    const header = Buffer.from(JSON.stringify(quoted.result.structuredContent)).toString('base64')
    const payment = decodeHeader(paymentFor(header))
    const paid = await post({
      method: 'tools/call',
      params: quotes,
      meta: { 'x402/payment': payment },
    })
    expect(paid.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { data: { quotes: [{ ticker: 'AAPL' }] } },
      _meta: { ...server, 'x402/payment-response': { success: true } },
    })
    expect(paid.result.isError).toBeUndefined()
  })

  test('behavior: a client that declares the extension gets a quote as its own result', async () => {
    const declared = { [metaKeys.capabilities]: { extensions: { 'org.x402/payment': {} } } }
    const quoted = await post({ method: 'tools/call', params: quotes, meta: declared })
    expect(Object.keys(quoted.result)).toEqual(['resultType', 'paymentRequired', '_meta'])
    expect(quoted.result).toMatchObject({
      resultType: 'payment_required',
      paymentRequired: { x402Version: 2, resource: { url: 'mcp://tool/quotes' } },
    })
    const header = Buffer.from(JSON.stringify(quoted.result.paymentRequired)).toString('base64')
    const payment = decodeHeader(paymentFor(header))
    const meta = { ...declared, 'x402/payment': payment }
    const paid = await post({ method: 'tools/call', params: quotes, meta })
    expect(paid.result).toMatchObject({
      resultType: 'complete',
      _meta: { 'x402/payment-response': { success: true } },
    })
  })

  test('behavior: where the operator turned the extension off, no client gets a quote through it', async () => {
    const { connector } = quotesConnector()
    const { app: to } = smallApp(connector, {}, { paymentExtension: false })
    const { result } = await post({ method: 'server/discover', to })
    expect(result.capabilities).toEqual({ tools: {}, resources: {} })
    const meta = { [metaKeys.capabilities]: { extensions: { 'org.x402/payment': {} } } }
    const quoted = await post({ method: 'tools/call', params: quotes, meta, to })
    expect(quoted.result).toMatchObject({ resultType: 'complete', isError: true })
    expect(quoted.result.structuredContent).toMatchObject({ x402Version: 2 })
  })

  test('behavior: a refused payment gives a new quote, with the reason', async () => {
    const declared = { [metaKeys.capabilities]: { extensions: { 'org.x402/payment': {} } } }
    const refusing = smallApp(quotesConnector().connector, {
      verify: async () => ({
        isValid: false,
        payer,
        reason: 'unexpected_verify_error',
        message: 'The balance is too small.',
      }),
    }).app
    const request = { method: 'tools/call', params: quotes, to: refusing }
    const quoted = await post({ ...request, meta: declared })
    const header = Buffer.from(JSON.stringify(quoted.result.paymentRequired)).toString('base64')
    const meta = { ...declared, 'x402/payment': decodeHeader(paymentFor(header)) }
    expect((await post({ ...request, meta })).result).toMatchObject({
      resultType: 'payment_required',
      paymentRequired: { errors: [{ message: expect.stringContaining('balance') }] },
    })
  })

  test.each<[string, Request, number, number]>([
    ['capabilities', { method: 'tools/list', meta: { [metaKeys.capabilities]: 1 } }, 400, -32_602],
    [
      'another method in the header',
      { method: 'tools/list', headers: { 'mcp-method': 'Tools/List' } },
      400,
      -32_020,
    ],
    [
      'another name in the header',
      { method: 'tools/call', params: quotes, headers: { 'mcp-name': 'gdp' } },
      400,
      -32_020,
    ],
    ['an unknown method', { method: 'ping' }, 404, -32_601],
    ['a handshake', { method: 'initialize' }, 404, -32_601],
    ['a subscription', { method: 'subscriptions/listen' }, 404, -32_601],
    ['an unknown tool', { method: 'tools/call', params: { name: 'nix' } }, 200, -32_602],
    [
      'a state that the server did not make',
      { method: 'tools/call', params: { ...quotes, requestState: 'v1.a.b' } },
      200,
      -32_602,
    ],
    ['a page of a list', { method: 'tools/list', params: { cursor: 'a' } }, 200, -32_602],
  ])('error: %s', async (_, request, status, code) => {
    const { statusCode, error } = await post(request)
    expect([statusCode, error.code]).toEqual([status, code])
  })

  test.each<[string, Request, number, number]>([
    [
      'capabilities before the method',
      {
        method: 'tools/list',
        meta: { [metaKeys.capabilities]: 1 },
        headers: { 'mcp-method': 'x' },
      },
      400,
      -32_602,
    ],
    [
      'the method before the name',
      { method: 'tools/call', params: quotes, headers: { 'mcp-method': 'x', 'mcp-name': 'x' } },
      400,
      -32_020,
    ],
    [
      'the name before whether the method exists',
      { method: 'prompts/get', params: { name: 'a' }, headers: { 'mcp-name': 'b' } },
      400,
      -32_020,
    ],
    ['the method before its parameters', { method: 'prompts/get', params: {} }, 404, -32_601],
    [
      'the version before everything else',
      { method: 'x', headers: { 'mcp-protocol-version': '2025-06-18', 'mcp-method': 'y' } },
      400,
      -32_020,
    ],
  ])('error: checks %s', async (_, request, status, code) => {
    const { statusCode, error } = await post(request)
    expect([statusCode, error.code]).toEqual([status, code])
  })

  test('behavior: ignores headers of sessions, streams and parameters', async () => {
    const headers = { 'mcp-session-id': 'stolen', 'last-event-id': '7', 'mcp-param-a': 'b' }
    const answer = await post({ method: 'tools/list', headers })
    expect([answer.statusCode, answer.result.tools.length]).toEqual([200, 20])
    for (const name of Object.keys(headers)) expect(answer.headers).not.toHaveProperty(name)
  })

  test('behavior: without authorization servers, nothing leads to one', async () => {
    for (const name of ['oauth-protected-resource', 'oauth-protected-resource/mcp'])
      expect((await app.inject({ url: `/.well-known/${name}` })).statusCode).toBe(404)
    const authorization = await app.inject({ url: '/.well-known/oauth-authorization-server' })
    expect(authorization.statusCode).toBe(404)
    const anonymous = await post({ method: 'tools/call', params: quotes })
    expect([anonymous.statusCode, anonymous.result.isError]).toEqual([200, true])
    const refused = await post({ method: 'tools/list', headers: { authorization: 'Bearer no' } })
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).not.toContain('resource_metadata')
  })

  test.each(['=?base64?cXVvdGVz?=', '  quotes '])('behavior: Mcp-Name may be %j', async (name) => {
    const { result } = await post({
      method: 'tools/call',
      params: quotes,
      headers: { 'mcp-name': name },
    })
    expect(result.resultType).toBe('complete')
  })

  test('behavior: accepts a notification', async () => {
    const params = { _meta: { [metaKeys.version]: stateless } }
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { host: 'fiq.test', 'mcp-protocol-version': stateless },
      payload: { jsonrpc: '2.0', method: 'notifications/cancelled', params },
    })
    expect(statusCode).toBe(202)
  })
})

describe('MCP 2025-11-25', () => {
  test('behavior: resources are declared but empty; older versions have no such method', async () => {
    const send = async (version: string, method: string, params?: Json) =>
      (
        await app.inject({
          method: 'POST',
          url: '/mcp',
          headers: { host: 'fiq.test', 'mcp-protocol-version': version },
          payload: { jsonrpc: '2.0', id: 7, method, params },
        })
      ).json()
    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const { result } = await send('2025-11-25', 'initialize', params)
    expect(result.capabilities).toEqual({ tools: {}, resources: {} })
    expect(await send('2025-11-25', 'resources/list')).toMatchObject({ result: { resources: [] } })
    expect(await send('2025-11-25', 'resources/read', { uri: 'fiq://x' })).toMatchObject({
      error: { code: -32_002, data: { uri: 'fiq://x' } },
    })
    expect(await send('2025-06-18', 'resources/list')).toMatchObject({ error: { code: -32_601 } })
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list'])
      for (const params of [{ _meta: 1 }, { _meta: null }, { cursor: 'a' }])
        expect(await send('2025-11-25', method, params)).toMatchObject({ error: { code: -32_602 } })
    expect(await send('2025-11-25', 'resources/read', { uri: 'fiq://x', _meta: [] })).toMatchObject(
      {
        error: { code: -32_602, message: expect.stringContaining('_meta') },
      },
    )
  })
})
