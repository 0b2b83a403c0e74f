import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setInterval, setTimeout } from 'node:timers/promises'
import { createBuyer } from './buyer.ts'
import { ourServer, startChild } from './child-server.ts'
import type { Delay } from './large-answers-rows.ts'
import { callsOverMcp } from './large-results.ts'
import { largestQueries, largestResult, type Variables } from './largest-queries.ts'

/**
 * Measures how long the event loop is blocked while a server produces the largest accepted answers,
 * each paid over HTTP, with cold and then warm caches. Uses the larger of `monitorEventLoopDelay`
 * and the gaps between timer ticks, because the former misses a delay that begins before its timer.
 * CPU between two ticks does not depend on other load. The server, with the sandbox, is a separate
 * process. Then measures its memory while sixty clients read the largest answers at 8 KB/s, in the
 * end all at once.
 */
const companies = 50
const readers = 60
/**
 * Faster than the speed at which the server disconnects a reader, and slow enough for several
 * minutes.
 */
const readBytesPerSecond = 8_192
/** Time during which all clients read concurrently. */
const readSeconds = 10
const idleSeconds = 5

const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
const measuring = join(folder, 'measuring.cjs')
writeFileSync(
  measuring,
  `if (require('node:worker_threads').isMainThread) {
  const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let gapMs = 0
  let cpuMs = 0
  let lastMs = performance.now()
  let lastCpuMs = 0
  setInterval(() => {
    const nowMs = performance.now()
    const { user, system } = process.threadCpuUsage()
    gapMs = Math.max(gapMs, nowMs - lastMs)
    cpuMs = Math.max(cpuMs, (user + system) / 1e3 - lastCpuMs)
    lastMs = nowMs
    lastCpuMs = (user + system) / 1e3
  }, 1).unref()
  process.on('SIGUSR2', () => {
    console.log('delay ' + JSON.stringify({ maxMs: Math.max(gapMs, delay.max / 1e6), p99Ms: delay.percentile(99) / 1e6, cpuMs }))
    delay.reset()
    gapMs = cpuMs = 0
  })
}`,
)
const options = process.argv.slice(2)
const open = async (data: string) => {
  const server = await startChild([
    ...options,
    '--require',
    measuring,
    ...ourServer(join(folder, data)),
  ])
  return { server, buyer: await createBuyer(server.url) }
}
let { server, buyer } = await open('data')
const directory = (await bought(`{ screen(filter: { limit: ${companies} }) { ticker } }`)) as {
  data: { screen: { ticker: string }[] }
}
const tickers = directory.data.screen.map(({ ticker }) => ticker)

await server.report()
await setTimeout(idleSeconds * 1_000)
const rows = [
  { name: 'nothing asked', megabytes: 0, cold: await delayNow(), warm: await delayNow() },
]
const queries = largestQueries(tickers)
for (const { name, query, variables } of queries) {
  const cold = await measured(query, variables)
  const warm = await measured(query, variables)
  rows.push({ name, megabytes: cold.megabytes, cold: cold.delay, warm: warm.delay })
  process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`)
}
for (const [name, run] of Object.entries(callsOverMcp(server.url, buyer, largestResult(tickers)))) {
  const cold = await measuredCall(run)
  const warm = await measuredCall(run)
  rows.push({ name, megabytes: cold.megabytes, cold: cold.delay, warm: warm.delay })
  process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`)
}
server.stop()
// The rows above leave their data in the caches of the server.
;({ server, buyer } = await open('readers'))
const memory = await slowReaders(queries[0]!.query)
server.stop()
rmSync(folder, { recursive: true, force: true })
process.stderr.write(`${JSON.stringify(memory)}\n`)
process.stdout.write(`${JSON.stringify({ bench: 'large-answers', rows, memory })}\n`)

async function measured(query: string, variables?: Variables) {
  // The quote validates the query too, so its time counts.
  await delayNow()
  const headers = await buyer.headersFor(query, variables)
  const response = await send(query, headers, variables)
  let bytes = 0
  let start = ''
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (start.length < 200) start += chunk.toString()
  })
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${start}`)
  return { megabytes: Math.round(bytes / 1e4) / 100, delay: await delayNow() }
}

async function measuredCall(run: () => Promise<number>) {
  await delayNow()
  return { megabytes: Math.round((await run()) / 1e4) / 100, delay: await delayNow() }
}

async function bought(query: string): Promise<unknown> {
  const body = JSON.stringify({ query })
  const headers = { 'content-type': 'application/json', ...(await buyer.headersFor(query)) }
  return (await fetch(`${server.url}/api/graphql`, { method: 'POST', headers, body })).json()
}

/** Delay since the last call. */
async function delayNow(): Promise<Delay> {
  const { maxMs, p99Ms, cpuMs } = JSON.parse(
    (await server.report()).slice('delay '.length),
  ) as Delay
  return { maxMs: tenths(maxMs), p99Ms: tenths(p99Ms), cpuMs: tenths(cpuMs) }
}

function send(
  query: string,
  headers: Record<string, string>,
  variables?: Variables,
): Promise<IncomingMessage> {
  const body = JSON.stringify({ query, variables })
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: { ...all, ...headers },
      agent: false,
    })
    sent.on('error', reject).on('response', resolve).end(body)
  })
}

/**
 * Each client buys its own answer. It retries if it is refused for lack of room, or if its
 * connection ends while it waits: with the same payment, or a new one if that has expired.
 */
async function slowReaders(query: string) {
  const before = server.residentBytes()
  let most = before
  const done = new AbortController()
  const watching = watch(done.signal, () => {
    most = Math.max(most, server.residentBytes())
  })
  const statuses: Record<string, number> = {}
  const count = (status: string) => {
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const answered = async () => {
    let headers = await buyer.headersFor(query)
    for (;;) {
      const response = await send(query, headers).catch(() => undefined)
      const status = String(response?.statusCode ?? 'ended')
      count(status)
      if (response && status === '200') return response
      response?.resume()
      if (!['402', '503', 'ended'].includes(status)) throw new Error(`A reader was told ${status}.`)
      if (status === '402') headers = await buyer.headersFor(query)
      else await setTimeout(1_000)
    }
  }
  const reading = new Set<IncomingMessage>()
  const everybodyRead = new AbortController()
  const readSlowly = async (response: IncomingMessage) => {
    reading.add(response.on('error', () => {}).once('close', () => reading.delete(response)))
    while (!response.destroyed && !everybodyRead.signal.aborted) {
      response.read(readBytesPerSecond)
      await setTimeout(1_000)
    }
  }
  const slow = await Promise.all(
    Array.from({ length: readers }, async () => {
      const response = await answered()
      return { ended: readSlowly(response) }
    }),
  )
  await setTimeout(readSeconds * 1_000)
  const atOnce = reading.size
  everybodyRead.abort()
  for (const { ended } of slow) await ended
  for (const response of reading) response.destroy()
  done.abort()
  await watching
  return { readers, atOnce, statuses, beforeMb: megabytes(before), mostMb: megabytes(most) }
}

async function watch(signal: AbortSignal, look: () => void): Promise<void> {
  try {
    for await (const _ of setInterval(100, undefined, { signal })) look()
  } catch {
    // Ended.
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10
}
