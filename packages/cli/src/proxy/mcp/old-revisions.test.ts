import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProxy } from '../../compose/proxy.ts'
import { version as programVersion } from '../../config/version.ts'
import { proxyScene } from '../testing/proxy-scene.ts'

// Callers of the three old versions receive the same bytes as before the newer ones were added.

const versions = ['2025-06-18', '2025-03-26', '2024-11-05'] as const
let scene: Awaited<ReturnType<typeof proxyScene>>
beforeAll(async () => {
  scene = await proxyScene()
})
afterAll(() => scene.close())

const call = (name: string, input: object) => ({
  method: 'tools/call',
  params: { name, arguments: input },
})
const initialize = (protocolVersion: string) => ({
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'golden', version: '1' } },
})
const requests: Readonly<Record<string, object>> = {
  list: { method: 'tools/list' },
  ping: { method: 'ping' },
  resources: { method: 'resources/list' },
  'price of an input': call('price', { tool: 'quotes', input: { tickers: ['AAPL'] } }),
  'price of arguments': call('price', { tool: 'quotes', arguments: { tickers: ['AAPL'] } }),
  'price of nothing': call('price', {}),
  'areas, which only newer versions have': call('entityByTicker', {
    ticker: 'AAPL',
    areas: ['insiderTrades'],
  }),
  'describe, which only newer versions have': call('describe', { name: 'quotes' }),
  'answer, which only newer versions have': call('answer', { id: '0'.repeat(32) }),
}

test.each(versions)('behavior: %s has the same bytes as before over HTTP', async (version) => {
  const header = { 'mcp-protocol-version': version }
  const post = async (request: object, headers = {}) => {
    const rpc = { jsonrpc: '2.0', id: 7, ...request }
    const { status, text } = await scene.post('/mcp', rpc, headers)
    return `${status} ${text}`
  }
  const lines = [`initialize\n${(await post(initialize(version))).replace(version, 'VERSION')}`]
  for (const [name, request] of Object.entries(requests))
    lines.push(`${name}\n${await post(request, header)}`)
  await expect(masked(lines)).toMatchFileSnapshot('../testing/old-revisions-http.txt')
})

test.each(versions)('behavior: %s has the same bytes as before on stdio', async (version) => {
  const output = new PassThrough()
  const input = new PassThrough()
  const own = createProxy({ ...scene.world, stdio: () => ({ input, output }) })
  const served = own.serveStdio('ann', { approvalMs: 1_000, reuse: false })
  const written = text(output)
  const messages = [initialize(version), ...Object.values(requests)]
  for (const [id, message] of messages.entries())
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`)
  input.end()
  await served
  output.end()
  const idOf = (line: string) => (JSON.parse(line) as { id: number }).id
  const lines = (await written).trim().split('\n')
  const inOrder = lines
    .sort((a, b) => idOf(a) - idOf(b))
    .map((line) => line.replace(version, 'VERSION'))
  await expect(masked(inOrder)).toMatchFileSnapshot('../testing/old-revisions-stdio.txt')
})

function masked(lines: readonly string[]): string {
  const version = `"version":"${programVersion}"`
  return `${lines.map((line) => line.replace(version, '"version":"MASKED"')).join('\n\n')}\n`
}
