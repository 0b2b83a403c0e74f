import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { defined } from '@fiq/shared/defined'
import { protocolVersions } from '@fiq/shared/mcp/protocol-versions'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import { afterEach, describe, expect, test } from 'vitest'
import { createProxy } from '../../compose/proxy.ts'
import { bodyBytesMax } from '../read-body.ts'
import { type Json, proxyScene, type SceneTerms } from '../testing/proxy-scene.ts'

// A caller can rely on the same behaviour as at the endpoint of the service itself.

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const rpc = (method: string, params?: object, id: unknown = 7) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...defined({ params }),
})
const initialize = (protocolVersion: string) =>
  rpc('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
const quotesOf = (ticker: string, meta?: object, id?: unknown) =>
  rpc(
    'tools/call',
    {
      name: 'quotes',
      arguments: { tickers: [ticker] },
      ...defined({ _meta: meta }),
    },
    id,
  )
const pong = (id: unknown) => ({ jsonrpc: '2.0', id, result: {} })
const batch = [rpc('ping', undefined, 'a'), rpc('ping', undefined, 1), rpc('x', undefined, 'b')]
const batchAnswer = [
  pong('a'),
  pong(1),
  { jsonrpc: '2.0', id: 'b', error: { code: -32_601, message: 'Method not found' } },
]
const malformedCalls: readonly [object, string][] = [
  [rpc('initialize'), 'initialize: params does not match the protocol.'],
  [
    rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {} }),
    'initialize: params.clientInfo does not match the protocol.',
  ],
  [rpc('tools/call', {}), 'tools/call: params.name does not match the protocol.'],
  [rpc('tools/list', { cursor: 1 }), 'tools/list: params.cursor does not match the protocol.'],
  [rpc('tools/list', { cursor: 'a' }), 'The list of tools has one page: no cursor.'],
  [quotesOf('A', { progressToken: {} }), 'The parameters do not match the protocol.'],
  [rpc('ping', { _meta: 1 }), 'The parameters do not match the protocol.'],
  [rpc('tools/call', { name: 'quots' }), 'There is no tool "quots".'],
]

describe('POST /mcp', () => {
  test.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2024-11-05'],
    ['2025-11-25', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['2030-01-01', '2025-06-18'],
  ])('default: a client of %s gets %s, with any header', async (request, got) => {
    const { post } = await scene()
    const { json } = await post('/mcp', initialize(request), { 'mcp-protocol-version': request })
    expect(json.result).toMatchObject({ protocolVersion: got, serverInfo: { name: 'fiq' } })
  })

  test('error: an unsupported version in the header gives 400 with the supported ones', async () => {
    const { post } = await scene()
    for (const requested of ['2027-01-01', '2024-10-07']) {
      const headers = { 'mcp-protocol-version': requested }
      const { status, json } = await post('/mcp', rpc('tools/list'), headers)
      expect([status, json]).toEqual([
        400,
        {
          jsonrpc: '2.0',
          id: 7,
          error: {
            code: -32_022,
            message: `Unsupported protocol version: ${requested}`,
            data: { supported: protocolVersions, requested },
          },
        },
      ])
    }
  })

  test('behavior: answers batches on 2025-03-26, the version without a header', async () => {
    const { post } = await scene()
    for (const headers of [{}, { 'mcp-protocol-version': '2025-03-26' }])
      expect((await post('/mcp', batch, headers)).json).toEqual(batchAnswer)
    for (const version of ['2025-06-18', '2024-11-05']) {
      const refused = await post('/mcp', batch, { 'mcp-protocol-version': version })
      expect([refused.status, refused.json.error.code]).toEqual([400, -32_600])
    }
  })

  test.each<[string, unknown, Record<string, string>, number, number]>([
    ['no JSON', '{', {}, 400, -32_700],
    ['an empty batch', [], {}, 400, -32_600],
    ['a batch of 21', Array(21).fill(rpc('ping')), {}, 400, -32_600],
    ['initialize in a batch', [initialize('2025-03-26')], {}, 400, -32_600],
    ['another protocol', { id: 1, method: 'ping' }, {}, 400, -32_600],
    ['an id that is an object', rpc('ping', undefined, {}), {}, 400, -32_600],
    ['an Accept of HTML', rpc('ping'), { accept: 'text/html' }, 406, -32_000],
    ['another content type', rpc('ping'), { 'content-type': 'text/plain' }, 415, -32_000],
    ['a body of 1 MiB', rpc('ping', { a: 'x'.repeat(bodyBytesMax) }), {}, 413, -32_000],
    ['no token', rpc('ping'), { authorization: 'Bearer no' }, 401, -32_000],
    ['an Origin', rpc('ping'), { origin: 'https://evil.example' }, 403, -32_000],
  ])('error: %s', async (_, body, headers, status, code) => {
    const { post } = await scene()
    const answer = await post('/mcp', body, headers)
    expect([answer.status, answer.json.error.code]).toEqual([status, code])
  })

  test.each(malformedCalls)('error: %j', async (message, says) => {
    const { post } = await scene()
    const { status, json } = await post('/mcp', message)
    expect([status, json]).toMatchObject([200, { id: 7, error: { code: -32_602, message: says } }])
  })

  test('behavior: Accept may have only JSON, or be missing; a notification gives 202', async () => {
    const { post } = await scene()
    for (const accept of ['application/json', '*/*', ''])
      expect((await post('/mcp', rpc('ping'), { accept })).json).toEqual(pong(7))
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled' }
    const { status, text } = await post('/mcp', cancelled)
    expect([status, text]).toEqual([202, ''])
  })

  test('error: refuses the second of two requests with one id in a body', async () => {
    const { post, server } = await scene()
    const { json } = await post('/mcp', [quotesOf('A'), quotesOf('B')])
    expect(json).toMatchObject([
      { result: {} },
      { error: { message: 'Another request has this id.' } },
    ])
    expect(server.settled.size).toBe(1)
  })

  test('behavior: streams notifications before the answer', async () => {
    const { post } = await scene({ limits: { autoApprove: 0n }, options: { approvalMs: 0 } })
    const headers = { accept: 'application/json, text/event-stream' }
    const { text, headers: got } = await post(
      '/mcp',
      quotesOf('A', { progressToken: 'p' }),
      headers,
    )
    expect(got.get('content-type')).toBe('text/event-stream')
    const [progress, answer] = text
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => JSON.parse(event.replace('event: message\ndata: ', '')))
    expect(progress).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'p', message: expect.stringContaining('waits for the user') },
    })
    expect(answer.result.structuredContent.error.code).toBe('DECLINED')
    expect(got.has('x-accel-buffering')).toBe(false)
    const newest = await post('/mcp', statelessly(quotesOf('C'), { progressToken: 'p' }), {
      ...headers,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'quotes',
    })
    expect(newest.headers.get('x-accel-buffering')).toBe('no')
    const plain = await post('/mcp', quotesOf('B', { progressToken: 'p' }), {
      accept: 'application/json',
    })
    expect(plain.json.result.structuredContent.error.code).toBe('DECLINED')
  })
})

describe('fiq mcp', () => {
  test('behavior: answers batches only on version 2025-03-26', async () => {
    const old = await stdio(initialize('2025-03-26'), batch)
    expect(old.at(1)).toEqual(batchAnswer)
    for (const version of ['2025-06-18', '2024-11-05'])
      expect((await stdio(initialize(version), batch)).at(1)).toMatchObject({
        id: null,
        error: { code: -32_600 },
      })
  })

  test.each(malformedCalls)('error: %j', async (message, says) => {
    expect(await stdio(message)).toMatchObject([{ id: 7, error: { code: -32_602, message: says } }])
  })

  test('error: a line that is not JSON-RPC gets an error, and the next is answered', async () => {
    expect(await stdio('noise', { id: 1, method: 'ping' }, rpc('ping'))).toMatchObject([
      { id: null, error: { code: -32_700 } },
      { id: null, error: { code: -32_600 } },
      pong(7),
    ])
  })

  test('error: a line above the limit ends the session with a message', async () => {
    const message = rpc('ping', { a: 'x'.repeat(bodyBytesMax) })
    const replies = await stdio(rpc('ping'), message, rpc('ping', undefined, 8))
    expect(replies.toSorted((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      { id: null, error: { code: -32_600, message: expect.stringContaining('1048576 bytes') } },
      pong(7),
    ])
  })

  test('behavior: at the end of the input, does not wait for cancelled calls', async () => {
    const cancelled = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 7 },
    }
    expect(await stdio(quotesOf('A'), cancelled, rpc('ping', undefined, 8))).toEqual([pong(8)])
  })
})

const stateless = '2026-07-28'
const statelessly = (message: { params?: object }, meta: object = {}) => ({
  ...message,
  params: {
    ...message.params,
    _meta: {
      [metaKeys.version]: stateless,
      [metaKeys.capabilities]: {},
      [metaKeys.client]: { name: 'test', version: '1' },
      ...meta,
    },
  },
})

describe('MCP 2026-07-28', () => {
  const headersOf = (method: string, name?: string) => ({
    'mcp-protocol-version': stateless,
    'mcp-method': method,
    ...defined({ 'mcp-name': name }),
  })

  test('behavior: unknown client names share the caps of one client', async () => {
    const { stdio, proxy } = await scene()
    for (const name of ['one', 'two'])
      expect((await stdio('spending', {}, name)).structuredContent.client).toBe('mcp')
    expect((await proxy.clients.list()).map(({ client }) => client.name)).toEqual(['ann', 'mcp'])
  })

  test("behavior: with the user's own server, every tool is described as free", async () => {
    const { post } = await scene({ world: { isPersonal: true } })
    for (const version of ['2025-06-18', '2025-11-25']) {
      const headers = { 'mcp-protocol-version': version }
      const { tools } = (await post('/mcp', rpc('tools/list'), headers)).json.result
      for (const { name, description } of tools)
        if (name !== 'spending') expect(description).toMatch(/\bFree[.:]/)
      const hello = (await post('/mcp', initialize(version), headers)).json.result
      expect(hello.instructions).toContain('every call is free')
    }
  })

  test('behavior: newer versions list areas and describe them, over HTTP and stdio', async () => {
    const { post, stdio } = await scene()
    const list = rpc('tools/list')
    const older = (await post('/mcp', list, { 'mcp-protocol-version': '2025-06-18' })).json.result
    const newer = (await post('/mcp', list, { 'mcp-protocol-version': '2025-11-25' })).json.result
    const newest = await post('/mcp', statelessly(list), headersOf('tools/list'))
    expect(newest.json.result.tools).toEqual(newer.tools)
    const namesOf = ({ tools }: Json): string[] => tools.map(({ name }: Json) => name)
    expect(namesOf(newer)).toEqual([...namesOf(older), 'describe', 'answer'])
    expect(JSON.stringify(newer.tools).length / 4).toBeLessThanOrEqual(6_000)
    const entity = newer.tools.find(({ name }: Json) => name === 'entityByTicker')
    expect(entity.inputSchema.properties.areas.items.anyOf[0].enum).toContain('insiderTrades')
    const call = rpc('tools/call', { name: 'describe', arguments: { name: 'insiderTrades' } })
    const described = await post('/mcp', call, { 'mcp-protocol-version': '2025-11-25' })
    expect(described.json.result.structuredContent).toMatchObject({
      kind: 'area',
      example: { tool: 'entityByTicker' },
      schema: expect.stringContaining('{\n'),
    })
    for (const name of namesOf(newer)) {
      const message = rpc('tools/call', { name: 'describe', arguments: { name } })
      const { json } = await post('/mcp', message, { 'mcp-protocol-version': '2025-11-25' })
      expect(json.result.structuredContent).toMatchObject({ kind: 'tool', name })
      expect(json.result.content[0].text.length).toBeLessThanOrEqual(6_000)
    }
    const unknown = rpc('tools/call', { name: 'grapql' })
    const { json } = await post('/mcp', unknown, { 'mcp-protocol-version': '2025-11-25' })
    expect(json.error.data.facts).toEqual([
      ...['Did you mean graphql?', `Tools: ${namesOf(newer).join(', ')}`],
    ])
    await expect(stdio('describe', { name: 'quotes' })).rejects.toThrow('There is no tool')
  })

  test.each([
    ['price', { tool: 'nope' }, 'no tool "nope" with a price'],
    ['price', { tool: 'gdp', query: '{ a }' }, 'either a tool or a query'],
    ['price', {}, 'either a tool or a query'],
    ['price', { tool: 'marketStatus', extra: 1 }, '"extra" is not an input'],
    ['describe', { name: 'gdp', extra: 1 }, '"extra" is not an input'],
  ])('error: %s refuses %j in its result, like the server', async (name, input, says) => {
    const { post } = await scene()
    const call = rpc('tools/call', { name, arguments: input })
    const { json } = await post('/mcp', call, { 'mcp-protocol-version': '2025-11-25' })
    expect(json.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'BAD_INPUT', message: expect.stringContaining(says) } },
    })
  })

  test.each([
    [{ tool: 'quotes', arguments: { tickers: ['AAPL'] } }],
    [{ tool: 'quotes', input: { tickers: ['AAPL'] } }],
    [{ tool: 'graphql', arguments: { query: '{ quotes(tickers: ["AAPL"]) { price } }' } }],
    [
      {
        query: 'query ($of: [String!]!) { quotes(tickers: $of) { price } }',
        variables: { of: ['AAPL'] },
      },
    ],
  ])('default: the price of %j, from 2025-11-25 on', async (input) => {
    const { post } = await scene()
    const call = rpc('tools/call', { name: 'price', arguments: input })
    const { json } = await post('/mcp', call, { 'mcp-protocol-version': '2025-11-25' })
    expect(json.result.structuredContent).toMatchObject({
      amount: '0.015',
      unit: 'USDC',
      credits: 5,
      rows: [{ path: 'quotes', times: 1, credits: 5 }],
    })
  })

  test('behavior: 2025-11-25 ignores tasks, and refuses cursors, over HTTP and stdio', async () => {
    const { post } = await scene()
    const version = '2025-11-25'
    const { params } = quotesOf('A')
    const call = rpc('tools/call', { ...params, task: { ttl: 1_000 } }, 1)
    const lists = ['resources/list', 'resources/templates/list'].map((method, at) =>
      rpc(method, { cursor: 'a' }, at + 2),
    )
    const overHttp = [call, ...lists].map(async (message) => {
      const { json } = await post('/mcp', message, { 'mcp-protocol-version': version })
      return json
    })
    const [, ...overStdio] = await stdio(initialize(version), call, ...lists)
    for (const replies of [await Promise.all(overHttp), overStdio])
      expect(replies.toSorted((a, b) => a.id - b.id)).toMatchObject([
        { id: 1, result: { structuredContent: { cost: { paid: '0.015' } } } },
        { id: 2, error: { code: -32_602 } },
        { id: 3, error: { code: -32_602 } },
      ])
  })

  test('default: over HTTP, it is discovered, listed and called without a handshake', async () => {
    const { post, server } = await scene()
    const discover = statelessly(rpc('server/discover'))
    const { json: discovered } = await post('/mcp', discover, headersOf('server/discover'))
    expect(discovered.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: protocolVersions,
      cacheScope: 'private',
    })
    const { json: listed } = await post(
      '/mcp',
      statelessly(rpc('tools/list')),
      headersOf('tools/list'),
    )
    expect(listed.result).toMatchObject({ resultType: 'complete', ttlMs: 60_000 })
    expect(listed.result.tools.length).toBeGreaterThan(3)
    const { status, json } = await post(
      '/mcp',
      statelessly(quotesOf('A')),
      headersOf('tools/call', 'quotes'),
    )
    expect([status, json]).toMatchObject([
      200,
      {
        id: 7,
        result: { resultType: 'complete', _meta: { [metaKeys.server]: { name: 'fiq' } } },
      },
    ])
    expect(json.result.isError).toBeUndefined()
    expect(server.settled.size).toBe(1)
  })

  test.each([
    ['no header of the method', rpc('tools/list'), {}, 400, -32_020],
    ['an unknown method', rpc('ping'), headersOf('ping'), 404, -32_601],
    ['another name in the header', quotesOf('A'), headersOf('tools/call', 'graphql'), 400, -32_020],
    [
      'a state that is not ours',
      rpc('tools/call', { name: 'quotes', requestState: 'x' }),
      headersOf('tools/call', 'quotes'),
      200,
      -32_602,
    ],
  ] as const)('error: %s', async (_, message, headers, status, code) => {
    const { post, server } = await scene()
    const named = { 'mcp-protocol-version': stateless, ...headers }
    const answer = await post('/mcp', statelessly(message as object), named)
    expect([answer.status, answer.json.error.code]).toEqual([status, code])
    expect(server.settled.size).toBe(0)
  })

  test('behavior: over stdio, both kinds of versions share a process', async () => {
    const replies = await stdio(
      statelessly(rpc('tools/list', undefined, 1)),
      rpc('ping', undefined, 2),
      statelessly(rpc('ping', undefined, 3)),
      statelessly(rpc('server/discover', undefined, 4), { [metaKeys.version]: '2027-01-01' }),
    )
    expect(replies.toSorted((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      { id: 1, result: { resultType: 'complete' } },
      pong(2),
      { id: 3, error: { code: -32_601 } },
      { id: 4, error: { code: -32_022, data: { supported: protocolVersions } } },
    ])
  })

  test('behavior: over stdio, a cancelled call is not answered', async () => {
    const params = { requestId: 7 }
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    expect(await stdio(statelessly(quotesOf('A')), cancelled, rpc('ping', undefined, 8))).toEqual([
      pong(8),
    ])
  })
})

async function scene(terms: SceneTerms = {}) {
  const opened = await proxyScene(terms)
  cleanups.push(opened.close)
  return opened
}

/**
 * Output of a session for these lines, after which its input ends. Waits for the version, as
 * clients do.
 */
async function stdio(...lines: (string | object)[]): Promise<Json[]> {
  const { world } = await scene()
  const streams = { input: new PassThrough(), output: new PassThrough() }
  const served = createProxy({ ...world, stdio: () => streams }).serveStdio('ann', {
    approvalMs: 1_000,
    reuse: false,
  })
  let replies = ''
  streams.output.on('data', (chunk) => {
    replies += chunk
  })
  for (const line of lines) {
    const text = typeof line === 'string' ? line : JSON.stringify(line)
    streams.input.write(`${text}\n`)
    if (text.includes('"initialize"')) await once(streams.output, 'data')
  }
  streams.input.end()
  await served
  return replies
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
