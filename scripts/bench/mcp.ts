import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChildServer, ourServer, peerServer, startChild } from './child-server.ts'
import { wrk } from './wrk.ts'

/**
 * CPU of one request over MCP with 32 connections. Compares our server, one SDK server behind our
 * transport, with the SDK's documented pattern of a server for each request, and with a bare
 * `node:http` server whose responses have the same size. Tests each revision that ours supports.
 * Needs wrk on the PATH.
 */
const seconds = Number(process.env['SECONDS'] ?? 5)
/** Warm-up, because the compiler of the engine takes a third of the CPU at first. */
const warmSeconds = 6
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
const call = (name: string, input: object) => ({
  method: 'tools/call',
  params: { name, arguments: input },
})
const asked: Readonly<Record<string, { method: string; params?: object }>> = {
  'tools/list': { method: 'tools/list' },
  'tools/call, free': call('graphql', { query: '{ __typename }' }),
  'tools/call, a quote again': call('quotes', { tickers: ['AAPL', 'MSFT'] }),
}

/** Revisions, the newest first. The compared server supports those with a handshake. */
const versions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const
type Version = (typeof versions)[number]
const stateless: Version = '2026-07-28'

type Row = {
  name: string
  version: Version
  of: string
  requestsPerSecond: number
  cpuMicroseconds: number
}
const rows: Row[] = []
for (const [name, args] of [
  ['stock', [peerServer('stock-mcp')]],
  ['fiq', ourServer(folder)],
] as const) {
  const server = await startChild(args)
  for (const version of versions)
    for (const [of, plain] of Object.entries(asked)) {
      if (name === 'stock' && (of === 'tools/call, a quote again' || version === stateless))
        continue
      const request = requestOf(plain, version)
      rows.push({ name, version, of, ...measure(server, request) })
      if (name === 'fiq')
        rows.push({ name: 'bare', version, of, ...(await floor(server, request)) })
    }
  server.stop()
}
rmSync(folder, { recursive: true, force: true })

for (const { name, version, of, requestsPerSecond, cpuMicroseconds } of rows)
  process.stderr.write(
    `${name.padEnd(6)} ${version} ${of.padEnd(28)} ${String(requestsPerSecond).padStart(8)}/s ${String(cpuMicroseconds).padStart(7)} us CPU\n`,
  )
process.stdout.write(`${JSON.stringify({ bench: 'mcp', seconds, connections: 32, rows })}\n`)

/** CPU of a server that only responds, with responses of the same size. */
async function floor({ url }: ChildServer, request: Asked) {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: request.headers,
    body: request.body,
  })
  const { length } = await answer.text()
  const bare = await startChild([peerServer('bare-http'), '0', String(length)])
  const measured = measure(bare, request)
  bare.stop()
  return measured
}

function measure(server: ChildServer, request: Asked) {
  const lua = script(request)
  const url = `${server.url}/mcp`
  wrk(url, lua, warmSeconds)
  const before = server.cpuSeconds()
  const { requests, duration, unsuccessful } = wrk(url, lua, seconds)
  if (unsuccessful > 0) throw new Error(`Of ${requests} answers ${unsuccessful} were not 200.`)
  return {
    requestsPerSecond: Math.round(requests / duration),
    cpuMicroseconds: Math.round(((server.cpuSeconds() - before) / requests) * 1e7) / 10,
  }
}

type Asked = { headers: Record<string, string>; body: string }

/** A request in the form of its revision: the stateless one repeats version, method and name. */
function requestOf(message: { method: string; params?: object }, version: Version): Asked {
  const { method, params = {} } = message
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
  }
  const rpc = (given: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: given })
  if (version !== stateless) return { headers, body: rpc(params) }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const named = 'name' in params ? { 'mcp-name': String(params.name) } : {}
  return {
    headers: { ...headers, 'mcp-method': method, ...named },
    body: rpc({ ...params, _meta }),
  }
}

function script({ headers, body }: Asked): string {
  const file = join(folder, 'mcp.lua')
  const fields = Object.entries(headers)
  writeFileSync(
    file,
    [
      "wrk.method = 'POST'",
      ...fields.map(([name, value]) => `wrk.headers['${name}'] = '${value}'`),
      `wrk.body = [[${body}]]`,
    ].join('\n'),
  )
  return file
}
