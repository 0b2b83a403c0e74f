import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis as Client } from 'ioredis'

/** A Redis for one test, which can be stopped and restarted at the same port. */
export type RedisServer = {
  url: string
  start(): Promise<void>
  /** SIGKILL: connections end at once. */
  stop(): Promise<void>
  /** Accepts connections without answering until `thaw`. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

/** Whether Redis is installed. Otherwise its tests are skipped, and in CI they fail. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0

/** Starts the installed Redis on a free port, without persistence. */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const server: RedisServer = {
    url,
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
      child = spawn('redis-server', [...args, '--save', '', '--appendonly', 'no'], {
        stdio: 'ignore',
      })
      const client = new Client(url, { retryStrategy: () => 20, maxRetriesPerRequest: null })
      client.on('error', () => {})
      await client.ping()
      client.disconnect()
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

/** A port below the ephemeral range, so that the system gives it to no other process meanwhile. */
export async function freePort(): Promise<number> {
  const port = 11_000 + randomInt(19_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

const usual = 'redis://127.0.0.1:6379'

/**
 * Finds a Redis: the one of `FIQ_TEST_REDIS_URL`, else at the usual port, else the installed one,
 * started on a free port. Others may use it, so keys are random.
 *
 * @returns `undefined` if there is none; then the tests are skipped, and in CI they fail.
 */
export async function findRedis(): Promise<{ url: string; end(): Promise<void> } | undefined> {
  const named = process.env['FIQ_TEST_REDIS_URL']
  const url = named ?? usual
  if (await answers(url)) return { url, end: async () => {} }
  if (named !== undefined || !hasRedisServer) return undefined
  const server = await startRedisServer()
  return { url: server.url, end: server.remove }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client(url, { retryStrategy: null, lazyConnect: true, connectTimeout: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    return true
  } catch {
    return false
  } finally {
    client.disconnect()
  }
}
