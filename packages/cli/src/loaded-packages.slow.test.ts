import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// Start-up time depends on the loaded packages. A hook of the module loader records them.

const program = join(import.meta.dirname, 'fiq.ts')
let home = ''
let server: Server | undefined

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'fiq-loaded-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

test('default: --version loads nothing', async () => {
  expect(await packagesOf(['--version'])).toEqual([])
})

test('behavior: help and settings load only the command-line parser', async () => {
  expect(await packagesOf(['--help'])).toEqual(['commander'])
  expect(await packagesOf(['config', 'get', 'url'])).toEqual(['commander'])
})

test('behavior: writing settings loads conf', async () => {
  expect(await packagesOf(['config', 'set', 'max-spend', '1'])).toContain('conf')
})

test('behavior: a query with a key, without a limit and with output to a pipe loads nothing more', async () => {
  const source = { path: 'quotes', source: 'A', asOf: '2026-11-20T19:36:00Z', mode: 'live' }
  const answer = {
    data: { quotes: [{ price: 1 }] },
    extensions: { sources: [{ ...source, delay: '15-minute' }] },
  }
  const url = await listen((_, response) => response.end(JSON.stringify(answer)))
  // The stored limit needs the price, and the price the parser of GraphQL.
  const env = { FIQ_API_KEY: 'fiq_1', FIQ_HOME: join(home, 'unlimited') }
  expect(await packagesOf(['quote', 'A', '--url', url], env)).toEqual(['commander'])
})

test('behavior: paying loads neither ink nor react, and no viem before it signs', async () => {
  const url = await listen((_, response) => response.writeHead(402).end('{}'))
  const loaded = await packagesOf(['quote', 'A', '--url', url], {}, 7)
  expect(loaded).toContain('zod')
  for (const name of ['ink', 'react', 'yoga-layout', 'viem', 'conf'])
    expect(loaded).not.toContain(name)
})

/**
 * Names of the packages, and the formats of `Intl`, that a run loads, sorted. Excludes our own
 * packages.
 */
async function packagesOf(
  words: readonly string[],
  env: Record<string, string> = {},
  exit = 0,
): Promise<string[]> {
  const list = join(home, 'loaded.json')
  const child = spawn(process.execPath, ['--import', hook, program, ...words], {
    env: { FIQ_HOME: home, LOADED: list, ...env },
    stdio: 'ignore',
  })
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(exit)
  const urls = JSON.parse(readFileSync(list, 'utf8')) as string[]
  const names = urls.flatMap((url) => {
    const inside = url.split('/node_modules/').slice(1).pop()
    const name = inside && /^(@[^/]+\/)?[^/]+/.exec(inside)?.[0]
    return name && !name.startsWith('@fiq/') ? [name] : []
  })
  return [...new Set(names)].sort()
}

const hook = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
  // The first format of a kind takes 10 ms: it reads the data of its language or zone.
  for (const name of ['DateTimeFormat', 'NumberFormat', 'DisplayNames', 'Collator'])
    Intl[name] = new Proxy(Intl[name], {
      construct(...call) { urls.push('/node_modules/Intl.' + name); return Reflect.construct(...call) },
    })
  process.on('exit', () => writeFileSync(process.env.LOADED, JSON.stringify(urls)))
`)}`

async function listen(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
