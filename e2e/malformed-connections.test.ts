import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import type { NetConnectOpts } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { startProcess } from './faults/server-process.ts'
import { fiqJson } from './testing/fiq.ts'
import { malformedKinds, sendMalformed } from './testing/malformed-connections.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Connections that are still being closed when the last client has gone. */
const fdsMax = 40
/** Limit for the growth of resident memory. 10,000 leaked sockets would exceed it many times. */
const grownBytesMax = 64 * 1_048_576

/** Source of a module that makes a process collect garbage on a signal. */
const collecting = `import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
setFlagsFromString('--expose-gc')
process.on('SIGUSR2', runInNewContext('() => gc()'))`

describe('10,000 malformed connections of twenty kinds', () => {
  test('default: there are twenty kinds with different names', () => {
    const names = malformedKinds('localhost', '').map(({ name }) => name)
    expect([names.length, new Set(names).size]).toEqual([20, 20])
  })

  test('error: fiq proxy keeps serving on its port, and its memory does not grow', async () => {
    const { proxy, port, token } = await startProxy(collecting)
    const to = { host: '127.0.0.1', port }
    await attack(proxy.pid!, to, { host: `127.0.0.1:${port}`, token, count: 10_000 })
    expect(await healthOf({ ...to })).toBe(204)
    expect(proxy.exitCode).toBe(null)
  }, 180_000)

  test('error: fiq proxy keeps serving on its Unix socket', async () => {
    const { proxy, token, socketPath } = await startProxy(collecting)
    await attack(proxy.pid!, { path: socketPath }, { host: 'localhost', token, count: 10_000 })
    expect(await healthOf({ socketPath })).toBe(204)
    expect(proxy.exitCode).toBe(null)
  }, 180_000)

  test('error: fiq-server keeps serving', async () => {
    const folder = scratch()
    const server = await startProcess({ folder: join(folder, 'data'), preload: collecting })
    cleanups.push(() => server.kill('SIGTERM'))
    const { host, hostname, port } = new URL(server.url)
    await attack(
      server.pid,
      { host: hostname, port: Number(port) },
      { host, token: '', count: 10_000 },
    )
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  }, 180_000)
})

describe('an uncaught error', () => {
  test.each([
    ['of a socket', "Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })"],
    ['of our own', "new RangeError('unforeseen')"],
  ])('error: %s is logged, and fiq proxy keeps serving', async (_, error) => {
    const { proxy, port } = await startProxy(`process.on('SIGUSR2', () => { throw ${error} })`)
    const logged = new Promise<string>((resolve) => {
      createInterface(proxy.stderr).on('line', (line) => {
        if (line.startsWith('unforeseen')) resolve(line)
      })
    })
    proxy.kill('SIGUSR2')
    expect(await logged).toMatch(/^unforeseen (?:ECONNRESET|RangeError); still serving$/)
    expect(await healthOf({ host: '127.0.0.1', port })).toBe(204)
  })
})

/** Sends two rounds of connections: the first fills caches and pools, the second is measured. */
async function attack(
  pid: number,
  to: NetConnectOpts,
  { host, token, count }: { host: string; token: string; count: number },
): Promise<void> {
  const kinds = malformedKinds(host, token)
  await sendMalformed(to, kinds, { count: count / 5, atATime: 50 })
  const before = await usageOf(pid)
  await sendMalformed(to, kinds, { count: (count * 4) / 5, atATime: 50 })
  const after = await usageOf(pid)
  expect(after.residentBytes - before.residentBytes).toBeLessThan(grownBytesMax)
  expect(after.descriptors - before.descriptors).toBeLessThan(fdsMax)
}

/** Memory without garbage: collects it before each measurement, because V8 collects at any time. */
async function usageOf(pid: number) {
  process.kill(pid, 'SIGUSR2')
  await setTimeout(1_000)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    residentBytes: Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1_024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  }
}

async function startProxy(preload = '') {
  const home = scratch()
  const client = { url: 'http://127.0.0.1:9', home }
  const { token } = await fiqJson<{ token: string }>(client, 'proxy', 'token', 'add', 'ann')
  const socketPath = join(home, 'proxy.sock')
  const words = ['proxy', '--port', '0', '--socket', socketPath, '--url', 'http://127.0.0.1:9']
  const program = join(import.meta.dirname, '../packages/cli/dist/fiq.cjs')
  const hook = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
  const proxy = spawn(process.execPath, [...hook, program, ...words], {
    env: { PATH: process.env['PATH'], FIQ_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  cleanups.push(async () => {
    proxy.kill()
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'close')
  })
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    proxy.stderr.on('data', (chunk: Buffer) => {
      if (output.length < 10_000) output += chunk
      const found = /listening on http:\/\/127\.0\.0\.1:(\d+)\nlistening on \//.exec(output)?.[1]
      if (found) resolve(Number(found))
    })
    proxy.once('close', (code) => reject(new Error(`The proxy ended with ${code}: ${output}`)))
  })
  return { proxy, port, token, socketPath }
}

function healthOf(to: { host?: string; port?: number; socketPath?: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = to.socketPath === undefined ? {} : { host: 'localhost' }
    const asked = request({ ...to, path: '/health', headers, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    asked.once('error', reject)
    asked.end()
  })
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-malformed-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
