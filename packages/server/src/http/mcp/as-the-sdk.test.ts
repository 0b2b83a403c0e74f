import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallApp } from '../testing/small-app.ts'
import { toolList } from './tool-list.ts'

// Lists and calls are answered without the SDK's server. Sends the same messages to both, to the
// SDK's in its documented way: both must accept or both must refuse.

const { app } = smallApp({ area: 'none', category: 'market', upstreams: [], sdl: '', fields: {} })
const stock = createServer(answerAsDocumented)
const accept = 'application/json, text/event-stream'

beforeAll(() => new Promise<void>((resolve) => stock.listen(0, '127.0.0.1', resolve)))
afterAll(() => stock.close())

const token = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constant(null), fc.constant({}))
const meta = fc.oneof(
  fc.record({ progressToken: token, other: fc.jsonValue() }, { requiredKeys: [] }),
  fc.constantFrom(null, 'text', 5),
)
const cursor = fc.oneof(fc.string(), fc.integer(), fc.constant(null))
const list = fc.record({ cursor, _meta: meta, other: fc.jsonValue() }, { requiredKeys: [] })
const name = fc.oneof(
  fc.constantFrom(...toolList.map((tool) => tool.name)),
  fc.string(),
  fc.integer(),
)
const input = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.constantFrom(null, 'text', 5, []),
)
const call = fc.record({ name, arguments: input, _meta: meta }, { requiredKeys: [] })
const params = { 'tools/list': list, 'tools/call': call }
const id = fc.oneof(fc.string(), fc.integer())

test.each(['tools/list', 'tools/call'] as const)(
  'behavior: %s accepts and refuses the same as the server of the SDK',
  async (method) => {
    const message = fc.record(
      { id, params: fc.oneof({ weight: 9, arbitrary: params[method] }, fc.jsonValue()) },
      { requiredKeys: ['id'] },
    )
    await fc.assert(
      fc.asyncProperty(message, async (given) => {
        const body = JSON.stringify({ jsonrpc: '2.0', method, ...given })
        const [ours, theirs] = await Promise.all([postOurs(body), postStock(body)])
        expect(ours.isTaken).toBe(theirs.isTaken)
        if (ours.isTaken) expect(ours.id).toEqual(theirs.id)
        // The SDK has several codes for unreadable messages; our server uses that of JSON-RPC.
        else expect([rpcCodes.invalidParams, rpcCodes.invalidRequest]).toContain(ours.code)
      }),
      { numRuns: 200 },
    )
  },
)

test('default: the list equals that of the server of the SDK', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const [ours, theirs] = await Promise.all([postOurs(body), postStock(body)])
  expect(ours.result).toEqual(theirs.result)
})

test.each([
  ['cancelled', { requestId: 1, reason: 'no longer needed' }],
  ['cancelled', { requestId: 'of another' }],
  ['cancelled', {}],
  ['progress', { progressToken: 1, progress: 1 }],
  ['initialized', undefined],
])('behavior: notifications/%s with %j is accepted without an answer', async (which, given) => {
  const message = { jsonrpc: '2.0', method: `notifications/${which}`, params: given }
  const body = JSON.stringify(message)
  const [ours, theirs] = await Promise.all([postOurs(body), postStock(body)])
  expect([ours.status, ours.text]).toEqual([theirs.status, theirs.text])
})

async function postOurs(body: string) {
  const { statusCode, payload } = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', host: 'fiq.test', accept },
    payload: body,
  })
  return readAnswer(statusCode, payload)
}

async function postStock(body: string) {
  const { port } = stock.address() as AddressInfo
  const headers = { 'content-type': 'application/json', accept }
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })
  return readAnswer(response.status, await response.text())
}

/** Parses a response that is JSON, or one event of a stream. */
function readAnswer(status: number, text: string) {
  const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
  const { id, result, error } = JSON.parse(json)
  return { status, text, id, result, code: error?.code, isTaken: result !== undefined }
}

function answerAsDocumented(...[request, response]: Parameters<RequestListener>): void {
  const server = new Server({ name: 'stock', version: '1' }, { capabilities: { tools: {} } })
  const refuse = (what: string) => {
    throw new McpError(ErrorCode.InvalidParams, what)
  }
  server.setRequestHandler(ListToolsRequestSchema, ({ params: given }) =>
    given?.cursor === undefined ? { tools: [...toolList] } : refuse('one page'),
  )
  server.setRequestHandler(CallToolRequestSchema, ({ params: given }) =>
    toolList.some((tool) => tool.name === given.name) ? { content: [] } : refuse('no such tool'),
  )
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.on('close', () => void server.close())
  void server.connect(transport as Transport).then(() => transport.handleRequest(request, response))
}
