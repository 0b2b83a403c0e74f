import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChildServer, ourServer, peerServer, startChild } from './child-server.ts'
import { wrk } from './wrk.ts'

/**
 * CPU of one request over MCP, 32 connections: ours, one SDK server behind our transport, beside the
 * SDK's documented pattern of a server for each request and a bare `node:http` floor that answers as
 * many bytes. Needs wrk on the path.
 */
const seconds = Number(process.env['SECONDS'] ?? 5)
/** Until the engine has compiled what is hot: before that its compiler is a third of the CPU. */
const warmSeconds = 6
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
const call = (name: string, input: object) => ({
  method: 'tools/call',
  params: { name, arguments: input },
})
const asked: Readonly<Record<string, object>> = {
  'tools/list': { method: 'tools/list' },
  'tools/call, free': call('graphql', { query: '{ __typename }' }),
  'tools/call, a quote again': call('quotes', { tickers: ['AAPL', 'MSFT'] }),
}

type Row = { name: string; of: string; requestsPerSecond: number; cpuMicroseconds: number }
const rows: Row[] = []
for (const [name, args] of [
  ['stock', [peerServer('stock-mcp')]],
  ['fiq', ourServer(folder)],
] as const) {
  const server = await startChild(args)
  for (const [of, message] of Object.entries(asked)) {
    if (name === 'stock' && of === 'tools/call, a quote again') continue
    rows.push({ name, of, ...measure(server, message) })
    if (name === 'fiq') rows.push({ name: 'bare', of, ...(await floor(server, message)) })
  }
  server.stop()
}
rmSync(folder, { recursive: true, force: true })

for (const { name, of, requestsPerSecond, cpuMicroseconds } of rows)
  process.stderr.write(
    `${name.padEnd(6)} ${of.padEnd(28)} ${String(requestsPerSecond).padStart(8)}/s ${String(cpuMicroseconds).padStart(7)} us CPU\n`,
  )
process.stdout.write(`${JSON.stringify({ bench: 'mcp', seconds, connections: 32, rows })}\n`)

/** What a server costs that answers as many bytes and does nothing else. */
async function floor({ url }: ChildServer, message: object) {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bodyOf(message),
  })
  const { length } = await answer.text()
  const bare = await startChild([peerServer('bare-http'), '0', String(length)])
  const measured = measure(bare, message)
  bare.stop()
  return measured
}

function measure(server: ChildServer, message: object) {
  const lua = script(message)
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

function bodyOf(message: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })
}

function script(message: object): string {
  const file = join(folder, 'mcp.lua')
  writeFileSync(
    file,
    [
      "wrk.method = 'POST'",
      "wrk.headers['content-type'] = 'application/json'",
      "wrk.headers['accept'] = 'application/json, text/event-stream'",
      "wrk.headers['mcp-protocol-version'] = '2025-06-18'",
      `wrk.body = [[${bodyOf(message)}]]`,
    ].join('\n'),
  )
  return file
}
