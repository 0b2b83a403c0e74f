import { randomBytes, randomUUID } from 'node:crypto'
import { joinTables } from '@fiq/shared/answers/testing/join-tables'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../../../accounts/accounts.ts'
import type { Connector } from '../../../sources/connector.ts'
import { paymentFor } from '../../testing/quotes.ts'
import { smallApp } from '../../testing/small-app.ts'

type Json = Record<string, unknown>
type Headers = Record<string, string>

const rows = Array.from({ length: 3_000 }, (_, at) => ({ at, name: `row ${at}`, unit: 'USD' }))
let runs = 0
const connector: Connector = {
  area: 'quotes',
  category: 'market',
  upstreams: [],
  sdl: 'extend type Query { rows: [Row!] } type Row { at: Int name: String unit: String }',
  fields: {
    'Query.rows': {
      rate: { credits: 10 },
      rowsMax: rows.length,
      async resolve() {
        runs += 1
        return { value: rows, provenance: [] }
      },
    },
  },
}
const { app, access, clock } = smallApp(connector)
/** A connector whose answer hardly shrinks when it is compressed. */
const noisy: Connector = {
  ...connector,
  sdl: 'extend type Query { noise: [String!] }',
  fields: {
    'Query.noise': {
      rate: { credits: 10 },
      rowsMax: 3_000,
      resolve: async () => ({
        value: Array.from({ length: 3_000 }, () => randomBytes(500).toString('hex')),
        provenance: [],
      }),
    },
  },
}
const query = '{ rows { at name unit } }'

async function post(method: string, params: Json, headers: Headers = {}) {
  const version = { 'mcp-protocol-version': '2025-11-25' }
  const answer = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { host: 'fiq.test', ...version, ...headers },
    payload: { jsonrpc: '2.0', id: 7, method, params },
  })
  return answer.json()
}
const call = (input: Json, meta: Json = {}, headers: Headers = {}, name = 'graphql') =>
  post('tools/call', { name, arguments: input, _meta: meta }, headers)
const get = (url: string, headers: Headers = {}) =>
  app.inject({ url, headers: { host: 'fiq.test', ...headers } })

/** The payment for a quoted call. */
async function payment(): Promise<Json> {
  const { result } = await call({ query })
  return { 'x402/payment': decodeHeader(paymentFor(encodeHeader(result.structuredContent))) }
}

/** The authorization header of a new organisation with credits. */
async function keyOfOrganisation(): Promise<Headers> {
  const { id } = await createOrganisation({ name: randomUUID(), plan: 'basic' }, access.accounts)
  const { key } = await issueKey({ organisation: id, name: 'ci', days: 1 }, access.accounts)
  return { authorization: `Bearer ${key}` }
}
/** A large answer of another server, bought over MCP with USDC. */
async function bought(sold: Connector, order: string) {
  const small = smallApp(sold)
  const headers = { host: 'fiq.test', 'mcp-protocol-version': '2025-11-25' }
  const send = async (meta: Json) => {
    const params = { name: 'graphql', arguments: { query: order }, _meta: meta }
    const payload = { jsonrpc: '2.0', id: 7, method: 'tools/call', params }
    return (await small.app.inject({ method: 'POST', url: '/mcp', headers, payload })).json().result
  }
  const quoted = encodeHeader((await send({})).structuredContent)
  const result = await send({ 'x402/payment': decodeHeader(paymentFor(quoted)) })
  return { small, id: idOf(result) }
}
const idOf = (result: Json) => (result['structuredContent'] as { answer: { id: string } }).answer.id

describe('an answer above its budget', () => {
  test('default: paid in USDC, returns a summary with a link, whose pages contain everything', async () => {
    const { result } = await call({ query }, await payment())
    const { structuredContent: summary, content } = result
    expect(JSON.stringify(summary).length).toBeLessThanOrEqual(40_000)
    expect(JSON.parse(content[0].text)).toEqual(summary)
    const { id, uri, url, bytes } = summary.answer
    expect(summary.answer).toMatchObject({ form: 'summary', rows: 3_000 })
    expect(summary.tables[0]).toMatchObject({ count: 3_000, range: { at: [0, 2_999] } })
    expect(content[1]).toEqual({
      type: 'resource_link',
      uri,
      name: expect.any(String),
      size: bytes,
      mimeType: 'application/json',
    })
    expect([uri, url]).toEqual([`fiq://answer/${id}`, `http://fiq.test/answers/${id}`])
    expect(result._meta['x402/payment-response']).toMatchObject({ success: true })

    let next: string | undefined = `${uri}?table=rows`
    const read: unknown[][] = []
    while (next !== undefined) {
      const { result: readResult } = await post('resources/read', { uri: next })
      const [page] = readResult.contents as { text: string; _meta?: Record<string, string> }[]
      if (!page) throw new Error('no page')
      expect(page.text.length).toBeLessThanOrEqual(40_000)
      read.push(...JSON.parse(page.text).rows)
      next = page._meta?.['fiq/next']
    }
    const table = { ...summary.tables[0], rows: read }
    expect(joinTables(summary.rest, [table])).toEqual({ rows })
  })

  test('behavior: in 2026-07-28 a page is private, and may be cached while the answer is stored', async () => {
    const { result } = await call({ query }, await payment())
    const { uri, expires } = result.structuredContent.answer
    const capabilities = { 'io.modelcontextprotocol/clientCapabilities': {} }
    const version = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'resources/read',
      'mcp-name': uri,
    }
    const params = { uri, _meta: { ...version, ...capabilities } }
    const { result: read } = await post('resources/read', params, headers)
    expect(read).toMatchObject({ resultType: 'complete', cacheScope: 'private' })
    expect(read.ttlMs).toBe(Date.parse(expires) - clock.nowMs)
  })

  test('behavior: over HTTP, returns everything, or a page of a table, also as CSV', async () => {
    const { result } = await call({ query }, await payment())
    const url = `/answers/${idOf(result)}`
    expect((await get(url)).json().data).toEqual({ rows })
    const page = await get(`${url}?table=rows&format=csv&from=2990&columns=at,name`)
    expect(page.headers['content-type']).toContain('text/csv')
    expect(parse(page.body, { columns: true })).toEqual(
      rows.slice(2_990).map(({ at, name }) => ({ at: String(at), name })),
    )
    expect((await get(`${url}?table=rows&rows=5`)).headers['fiq-next']).toBe('5')
  })

  test('behavior: the tool answer reads it free for hosts without resources', async () => {
    const { result } = await call({ query }, await payment())
    const before = runs
    const input = { id: idOf(result), table: 'rows', from: 2_998 }
    const { result: page } = await call(input, {}, {}, 'answer')
    expect(page.structuredContent).toEqual({
      answer: { id: input.id, from: 2_998 },
      table: {
        path: 'rows',
        of: {},
        count: 3_000,
        from: 2_998,
        columns: ['at', 'name'],
        constant: { unit: 'USD' },
        rows: [
          [2_998, 'row 2998'],
          [2_999, 'row 2999'],
        ],
      },
    })
    expect(runs).toBe(before)
  })

  test.each([
    ['32 hexadecimal digits', { id: 'nix' }],
    ['/offset is not an input', { id: '0'.repeat(32), offset: 5 }],
    ['/rows must be >= 1', { id: '0'.repeat(32), rows: 0 }],
  ])('error: the tool answer refuses its input: %s', async (says, input) => {
    const { result } = await call(input, {}, {}, 'answer')
    expect(result.isError).toBe(true)
    expect(result.structuredContent.errors[0].message).toContain(says)
  })

  test('behavior: a budget of the operator also limits pages', async () => {
    const { app: small, access: itsAccess } = smallApp(connector, {}, { answerBudget: 5_000 })
    const organisation = await createOrganisation(
      { name: 'small', plan: 'basic' },
      itsAccess.accounts,
    )
    const terms = { organisation: organisation.id, name: 'ci', days: 1 }
    const { key } = await issueKey(terms, itsAccess.accounts)
    const headers = {
      host: 'fiq.test',
      'mcp-protocol-version': '2025-11-25',
      authorization: `Bearer ${key}`,
    }
    const send = async (method: string, params: Json) => {
      const payload = { jsonrpc: '2.0', id: 7, method, params }
      return (await small.inject({ method: 'POST', url: '/mcp', headers, payload })).json().result
    }
    const summary = await send('tools/call', { name: 'graphql', arguments: { query } })
    const { id, uri } = summary.structuredContent.answer
    const { contents } = await send('resources/read', { uri: `${uri}?table=rows` })
    const page = await send('tools/call', { name: 'answer', arguments: { id, table: 'rows' } })
    for (const text of [summary.content[0].text, contents[0].text, page.content[0].text])
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5_000)
  })

  test('behavior: stores an answer bought with credits too, only for the same organisation', async () => {
    const key = await keyOfOrganisation()
    const { result } = await call({ query }, {}, key)
    const id = idOf(result)
    expect((await get(`/answers/${id}`, key)).json().data).toEqual({ rows })
    for (const other of [{}, await keyOfOrganisation()]) {
      expect((await get(`/answers/${id}`, other)).statusCode).toBe(404)
      const { error } = await post('resources/read', { uri: `fiq://answer/${id}` }, other)
      expect(error).toMatchObject({ code: -32_002, data: { uri: `fiq://answer/${id}` } })
    }
  })

  test('behavior: the same payment again gives the same answer, under the same id', async () => {
    const meta = await payment()
    const first = await call({ query }, meta)
    const before = runs
    const again = await call({ query }, meta)
    expect(idOf(again.result)).toBe(idOf(first.result))
    expect(runs).toBe(before)
  })

  test('behavior: a caller sets the budget, 0 for the whole answer', async () => {
    const meta = await payment()
    const whole = await call({ query }, { ...meta, 'fiq/budget': 0 })
    expect(whole.result.structuredContent.data).toEqual({ rows })
    const small = await call({ query }, { ...(await payment()), 'fiq/budget': 4_000 })
    expect(JSON.stringify(small.result.structuredContent).length).toBeLessThanOrEqual(4_000)
    for (const budget of [3_999, -1, '0', 1.5]) {
      const { error } = await call({ query }, { ...meta, 'fiq/budget': budget })
      expect(error.code).toBe(-32_602)
    }
  })

  test('behavior: the older versions get whole answers, and no such tool', async () => {
    const old = { 'mcp-protocol-version': '2025-06-18' }
    const { result } = await call({ query }, await payment(), old)
    expect(result.structuredContent.data).toEqual({ rows })
    expect((await post('tools/list', {}, old)).result.tools).toHaveLength(18)
    expect((await post('tools/list', {})).result.tools).toHaveLength(20)
    const { error } = await call({ id: 'a' }, {}, old, 'answer')
    expect(error.code).toBe(-32_602)
  })

  test('error: an address that reads a large answer without end gets 429, by the size of the answer', async () => {
    const { small, id } = await bought(noisy, '{ noise }')
    const statusOf = async (remoteAddress: string, page: string) =>
      (await small.app.inject({ url: `/answers/${id}${page}`, remoteAddress })).statusCode
    for (const page of ['', '?table=noise']) {
      const address = `192.0.2.${page.length}`
      let read = 0
      while ((await statusOf(address, page)) === 200) read += 1
      // 3,000,000 random characters have more than 20 units of 65,536 compressed bytes.
      expect(read).toBeGreaterThan(1)
      expect(read).toBeLessThan(600 / 20)
      expect(await statusOf(address, page)).toBe(429)
    }
  })

  test('error: an answer of another organisation, an expired one and an unknown one get equal responses', async () => {
    const unknown = '0'.repeat(32)
    const foreign = idOf((await call({ query }, {}, await keyOfOrganisation())).result)
    const other = await keyOfOrganisation()
    const shownOf = async (id: string) => {
      const { statusCode, headers, body } = await get(`/answers/${id}?table=rows`, other)
      const { date: _, ratelimit: __, 'x-request-id': ___, ...fixed } = headers
      const uri = `fiq://answer/${id}?table=rows`
      const read = await post('resources/read', { uri }, other)
      const tool = await call({ id, table: 'rows' }, {}, other, 'answer')
      return JSON.stringify([statusCode, fixed, body, read, tool]).replaceAll(id, 'id')
    }
    expect(await shownOf(foreign)).toBe(await shownOf(unknown))

    const { small, id: expired } = await bought(connector, query)
    const bodyOf = async (id: string) =>
      (await small.app.inject(`/answers/${id}`)).body.replaceAll(id, 'id')
    expect(await bodyOf(expired)).toContain('row 2999')
    small.clock.nowMs += 40 * 24 * 60 * 60_000
    expect(await bodyOf(expired)).toContain('NOT_FOUND')
    expect(await bodyOf(expired)).toBe(await bodyOf(unknown))
  })

  test.each([
    ['an unknown id', `/answers/${'0'.repeat(32)}`, 404],
    ['what is no id', '/answers/x', 404],
  ])('error: %s', async (_, url, status) => {
    expect((await get(url)).statusCode).toBe(status)
  })

  test('error: refuses an unknown table or column', async () => {
    const { result } = await call({ query }, await payment())
    const url = `/answers/${idOf(result)}`
    for (const wrong of ['table=x', 'table=rows&columns=x', 'from=-1', 'format=csv', 'format=x'])
      expect((await get(`${url}?${wrong}`)).statusCode).toBe(400)
  })
})
