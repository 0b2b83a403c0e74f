import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentBytesOf, startChild } from './child-server.ts'
import { largeAnswers } from './proxy-large.ts'

/**
 * Overhead of the local proxy for a free request without signature: direct requests and requests
 * through the proxy take turns on one connection each. Then a hundred concurrent clients, and the
 * proxy's memory over a hundred thousand requests. Then its event loop while it pays for large
 * answers. Linux only.
 */
const turns = Number(process.argv[2] ?? 3_000)
const total = Number(process.argv[3] ?? 100_000)
const clients = 100
const client = join(import.meta.dirname, '../../packages/cli/dist/fiq.cjs')
const home = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
const env = { PATH: process.env['PATH'], FIQ_HOME: home }

const answer = JSON.stringify({ data: { filler: 'x'.repeat(900) } })
const server = await startChild([
  '-e',
  `const s = require('node:http').createServer((q, r) => q.resume().on('end', () => r.writeHead(200, { 'content-type': 'application/json' }).end(${JSON.stringify(answer)})))
   s.keepAliveTimeout = 60000
   s.listen(0, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + s.address().port))`,
])
const added = spawnSync(process.execPath, [client, 'proxy', 'token', 'add', 'bench', '--json'], {
  env,
})
const { token } = JSON.parse(String(added.stdout)) as { token: string }
const proxy = await startProxy()

const one = { direct: new Agent({ keepAlive: true }), proxied: new Agent({ keepAlive: true }) }
const times = { direct: [] as number[], proxied: [] as number[] }
for (let turn = -500; turn < turns; turn += 1)
  for (const way of ['direct', 'proxied'] as const) {
    const before = performance.now()
    await sendRequest(way === 'direct' ? server.url : proxy.url, one[way])
    if (turn >= 0) times[way].push(performance.now() - before)
  }

const many = new Agent({ keepAlive: true, maxSockets: clients })
const memory: number[] = []
const latencies: number[] = []
let sent = 0
const startedAt = performance.now()
await Promise.all(
  Array.from({ length: clients }, async () => {
    while (sent < total) {
      sent += 1
      if (sent % (total / 10) === 0) memory.push(Math.round(residentBytesOf(proxy.pid) / 2 ** 20))
      const before = performance.now()
      await sendRequest(proxy.url, many)
      latencies.push(performance.now() - before)
    }
  }),
)
const seconds = (performance.now() - startedAt) / 1_000
proxy.stop()
server.stop()
rmSync(home, { recursive: true, force: true })

const result = {
  direct: { p50Ms: percentile(times.direct, 0.5), p95Ms: percentile(times.direct, 0.95) },
  proxied: { p50Ms: percentile(times.proxied, 0.5), p95Ms: percentile(times.proxied, 0.95) },
  clients,
  total,
  requestsPerSecond: Math.round(total / seconds),
  p50Ms: percentile(latencies, 0.5),
  p95Ms: percentile(latencies, 0.95),
  residentMb: memory,
  large: await largeAnswers([10, 25, 50]),
}
process.stderr.write(`${JSON.stringify(result, undefined, 2)}\n`)
process.stdout.write(`${JSON.stringify(result)}\n`)

/** @throws Error if the answer is not the server's. */
function sendRequest(url: string, agent: Agent): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    // Each has its own body, because the proxy answers equal concurrent requests together.
    const body = JSON.stringify({
      query: `{ __typename a${Math.round(performance.now() * 1e6)}: __typename }`,
    })
    const sending = request(
      `${url}/api/graphql`,
      { method: 'POST', agent, headers },
      (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('end', () =>
          response.statusCode === 200 && bytes === answer.length
            ? resolve()
            : reject(new Error(`HTTP ${response.statusCode}, ${bytes} bytes`)),
        )
      },
    )
    sending.once('error', reject)
    sending.end(body)
  })
}

function startProxy(): Promise<{ url: string; pid: number; stop(): void }> {
  const words = [client, 'proxy', '--port', '0', '--url', server.url]
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return new Promise((resolve, reject) => {
    let all = ''
    child.once('exit', (code) => reject(new Error(`The proxy ended with ${code}: ${all}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      if (all.length < 10_000) all += chunk
      const url = /listening on (http:\S+)/.exec(all)?.[1]
      if (url) resolve({ url, pid: child.pid!, stop: () => child.kill() })
    })
  })
}

function percentile(values: readonly number[], part: number): number {
  const value = [...values].sort((a, b) => a - b)[Math.floor(values.length * part)]!
  return Math.round(value * 100) / 100
}
