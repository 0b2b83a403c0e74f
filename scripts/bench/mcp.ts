import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { type ChildServer, ourServer, peerServer, startChild } from './child-server.ts'
import { type Contender, inRounds, median } from './rounds.ts'
import { wrk } from './wrk.ts'

/**
 * CPU of one request over MCP with 32 connections. Compares our server, one SDK server behind our
 * transport, with the SDK's documented pattern of a server for each request, and with a bare
 * `node:http` server whose responses have the same size. Tests each revision that ours supports.
 * Needs wrk on the PATH.
 */
const seconds = Number(process.env['SECONDS'] ?? 1)
/** Load before the rounds, because the compiler of the engine takes a third of the CPU at first. */
const warmSeconds = 6
const rounds = 6
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
let scripts = 0
const call = (name: string, input: object) => ({
  method: 'tools/call',
  params: { name, arguments: input },
})
const calls: Readonly<Record<string, { method: string; params?: object }>> = {
  'tools/list': { method: 'tools/list' },
  'tools/call, free': call('graphql', { query: '{ __typename }' }),
  'tools/call, a quote again': call('quotes', { tickers: ['AAPL', 'MSFT'] }),
}

/** Revisions, the newest first. The compared server supports those with a handshake. */
const versions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const
type Version = (typeof versions)[number]
const stateless: Version = '2026-07-28'

type Row = { version: Version; of: string } & Record<string, unknown>
const fiq = await startChild(ourServer(folder))
const stock = await startChild([peerServer('stock-mcp')])
/** Contenders by row and name. All take turns, because a row measured first would be of a new server. */
const contenders: Record<string, Contender> = {}
const bares: ChildServer[] = []
const rowsOf = versions.flatMap((version) => Object.keys(calls).map((of) => ({ version, of })))
for (const { version, of } of rowsOf) {
  const request = requestOf(calls[of]!, version)
  const bare = await startBare(fiq, request)
  bares.push(bare)
  const isInStock = version !== stateless && of !== 'tools/call, a quote again'
  const servers = { fiq, bare, ...defined({ stock: isInStock ? stock : undefined }) }
  for (const [name, server] of Object.entries(servers))
    contenders[`${version} ${of} ${name}`] = contender(server, request)
}
const speeds = inRounds(contenders, { warmSeconds, rounds, seconds })
const rows = rowsOf.map(({ version, of }): Row => {
  const row: Row = { version, of }
  for (const name of ['fiq', 'bare', 'stock']) {
    const speed = speeds[`${version} ${of} ${name}`]
    if (!speed) continue
    row[name] = speed
    process.stderr.write(
      `${name.padEnd(6)} ${version} ${of.padEnd(28)} ${median(speed.cpuMicroseconds).toFixed(1).padStart(7)} us CPU\n`,
    )
  }
  return row
})
for (const bare of bares) bare.stop()
fiq.stop()
stock.stop()
rmSync(folder, { recursive: true, force: true })
process.stdout.write(`${JSON.stringify({ bench: 'mcp', seconds, connections: 32, rows })}\n`)

type CallRequest = { headers: Record<string, string>; body: string }

/** A server that only responds, with responses of the same size. */
async function startBare(
  { url }: ChildServer,
  { headers, body }: CallRequest,
): Promise<ChildServer> {
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body })
  const { length } = await answer.text()
  return startChild([peerServer('bare-http'), '0', String(length)])
}

function contender(server: ChildServer, request: CallRequest): Contender {
  const lua = script(request)
  const load = (time: number) => {
    const loaded = wrk(`${server.url}/mcp`, lua, time)
    const { requests, unsuccessful } = loaded
    if (unsuccessful > 0) throw new Error(`Of ${requests} answers ${unsuccessful} were not 200.`)
    return loaded
  }
  return { server, load }
}

/** A request in the form of its revision: the stateless one repeats version, method and name. */
function requestOf(message: { method: string; params?: object }, version: Version): CallRequest {
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

function script({ headers, body }: CallRequest): string {
  const file = join(folder, `${scripts++}.lua`)
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
