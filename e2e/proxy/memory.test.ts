import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { youngBytesMax } from '../../packages/cli/src/proxy/serve/stay-small.ts'
import { fiqJson } from '../testing/fiq.ts'

// Memory of the proxy: the heap after a full collection, and its young generation.

const root = join(import.meta.dirname, '../..')
const cleanups: (() => unknown)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

test('behavior: retains no memory of an answered request', async () => {
  const { ask, memory } = await scene()
  await ask(2_000)
  let { heapBytes } = await memory()
  const grown: number[] = []
  for (let slice = 0; slice < slices; slice += 1) {
    await ask(2_000)
    const now = await memory()
    grown.push(now.heapBytes - heapBytes)
    heapBytes = now.heapBytes
    // The configured limit with a margin. Without the limit, the young generation exceeds 32 MB.
    expect(now.youngBytes).toBeLessThan(youngBytesMax * 1.5)
  }
  // An object retained for each request raises both the median and the mean by more than sixteen
  // bytes per request. Code that the engine compiles or drops between two readings raises only one
  // of them.
  const median = grown.toSorted((a, b) => a - b)[slices >> 1]!
  const mean = grown.reduce((sum, bytes) => sum + bytes) / slices
  expect(Math.min(median, mean), `grown by ${grown.join(', ')} bytes`).toBeLessThan(2_000 * 16)
}, 120_000)

const slices = 5

async function scene() {
  const home = mkdtempSync(join(tmpdir(), 'fiq-memory-'))
  const answer = JSON.stringify({ data: { filler: 'x'.repeat(900) } })
  const server = createServer((_, response) => response.end(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { url: '', home: join(home, 'fiq') }
  const added = await fiqJson<{ token: string }>(client, 'proxy', 'token', 'add', 'ann')

  const report = join(home, 'heap')
  const hook = join(home, 'hook.cjs')
  writeFileSync(
    hook,
    `process.on('SIGUSR2', () => {
       const young = require('node:v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
       gc(); gc()
       const memory = { heapBytes: process.memoryUsage().heapUsed, youngBytes: young.space_size }
       require('node:fs').writeFileSync(${JSON.stringify(`${report}.new`)}, JSON.stringify(memory))
       require('node:fs').renameSync(${JSON.stringify(`${report}.new`)}, ${JSON.stringify(report)})
     })`,
  )
  const words = ['--expose-gc', '--require', hook, join(root, 'packages/cli/dist/fiq.cjs')]
  const proxy = spawn(process.execPath, [...words, 'proxy', '--port', '0', '--url', url], {
    env: { PATH: process.env['PATH'], FIQ_HOME: client.home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  cleanups.push(
    () => rmSync(home, { recursive: true, force: true, maxRetries: 10 }),
    () => server.close(),
    () => proxy.kill(),
    () => agent.destroy(),
  )
  const address = await listening(proxy)
  let asked = 0
  const askOne = () =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${added.token}`,
        'content-type': 'application/json',
      }
      const options = { method: 'POST', agent, headers }
      const sending = request(`${address}/api/graphql`, options, (response) =>
        response.resume().once('end', resolve),
      )
      sending.once('error', reject)
      // Each query is different, because equal concurrent queries share an answer.
      asked += 1
      sending.end(JSON.stringify({ query: `{ a${asked}: __typename }` }))
    })
  return {
    async ask(times: number) {
      const last = asked + times
      const worker = async () => {
        while (asked < last) await askOne()
      }
      await Promise.all(Array.from({ length: 20 }, worker))
    },
    async memory(): Promise<{ heapBytes: number; youngBytes: number }> {
      rmSync(report, { force: true })
      proxy.kill('SIGUSR2')
      while (!existsSync(report)) await new Promise((resolve) => setTimeout(resolve, 20))
      return JSON.parse(readFileSync(report, 'utf8'))
    },
  }
}

/** Resolves to the address in the proxy's output. Keeps reading the log, because it would block. */
function listening(proxy: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let first = ''
    proxy.stderr?.on('data', (chunk: Buffer) => {
      if (first.length < 10_000) first += chunk
      const url = /listening on (http:\S+)/.exec(first)?.[1]
      if (url) resolve(url)
    })
    proxy.once('exit', (code) => reject(new Error(`The proxy ended with ${code}: ${first}`)))
  })
}
