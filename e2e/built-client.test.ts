import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadKeytar } from '../packages/cli/src/wallet/keys/keychain.ts'
import { fiq, fiqJson } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'

// Behaviour that only the built program has: parts in separate files, and the code cache.

let home = ''
const server = createServer((_, response) => response.end('{"data":{"quotes":[{"price":1}]}}'))
let client = { url: '', home: '' }

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'fiq-built-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  client = { url: `http://127.0.0.1:${port}`, home: join(home, 'fiq') }
})
afterAll(() => {
  server.close()
  rmSync(home, { recursive: true, force: true })
})

test('behavior: a query with a key loads only the code that sends requests', async () => {
  const report = join(home, 'report.cjs')
  const modules = 'JSON.stringify(process.moduleLoadList)'
  writeFileSync(report, `process.on('exit', () => process.stderr.write(${modules}))`)
  mkdirSync(join(home, 'tmp'))
  const env = { FIQ_API_KEY: 'fiq_1', TMPDIR: join(home, 'tmp') }
  await fiq(client, ['quote', 'A'], { env })
  const again = { env: { ...env, NODE_OPTIONS: `--require ${report}` } }
  const { stdout, stderr } = await fiq(client, ['quote', 'A'], again)
  expect(stdout).toMatch(/^\[\{.*"price":1[,}]/)
  const loaded = JSON.parse(stderr) as string[]
  expect(loaded).toContain('NativeModule http')
  // node:crypto is loaded to identify a purchase on credits, which is stored before it is sent.
  for (const name of ['https', 'sqlite', 'tty', 'child_process', 'readline', 'zlib'])
    expect(loaded).not.toContain(`NativeModule ${name}`)
  // Compiled code is only stored where no other user can write.
  expect(readdirSync(env.TMPDIR)).toEqual([])
  const compiled = join(client.home, 'compiled')
  const [build = ''] = readdirSync(compiled).filter((name) => name !== 'modules')
  expect(readdirSync(join(compiled, build))).toEqual(['quote-commands.cjs', 'quote-main.cjs'])
})

test('behavior: prices a repeated operation only once', async () => {
  const paid = await runningServer()
  const payer = { url: paid.url, home: join(home, 'payer') }
  await fiqJson(payer, 'wallet', 'create', '--play')
  await fiqJson(payer, 'wallet', 'fund')
  const report = join(home, 'read.cjs')
  writeFileSync(
    report,
    `const fs = require('node:fs')
     const { readFileSync } = fs
     const files = new Set()
     fs.readFileSync = (path, ...given) => {
       if (/\\w+\\.cjs$/.test(path)) files.add(require('node:path').basename(path))
       return readFileSync(path, ...given)
     }
     process.on('exit', () => process.stderr.write(JSON.stringify([...files])))`,
  )
  const env = { NODE_OPTIONS: `--require ${report}` }
  const filesRead = async () => {
    const { status, stderr } = await fiq(payer, ['quote', 'AAPL', '--yes'], { env })
    expect(status, stderr).toBe(0)
    return JSON.parse(stderr.slice(stderr.lastIndexOf('['))) as string[]
  }
  expect(await filesRead()).toContain('pricing.cjs')
  expect(await filesRead()).not.toContain('pricing.cjs')
  await paid.close()
})

test('default: stores files only in the XDG folders', async () => {
  const folder = join(home, 'ann')
  const env = {
    FIQ_HOME: '',
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'etc'),
    XDG_STATE_HOME: join(folder, 'var'),
    XDG_CACHE_HOME: join(folder, 'tmp'),
  }
  for (const line of [
    'config set max-spend 1',
    'wallet create --store file',
    'login key --store file',
    'payments list',
  ]) {
    const ended = await fiq(client, line.split(' '), { env, input: 'fiq_1' })
    expect(ended, line).toMatchObject({ status: 0 })
  }
  const files = readdirSync(folder, { recursive: true }).map(String)
  const kept = files.filter((path) => /\.(json|sqlite|cjs)$/.test(path)).sort()
  expect(kept.filter((path) => !path.endsWith('.cjs'))).toEqual([
    'etc/fiq/credentials.json',
    'etc/fiq/keystore/main.json',
    'etc/fiq/settings.json',
    'etc/fiq/wallets.json',
    'var/fiq/payments.sqlite',
  ])
  const compiled = kept.filter((path) => path.endsWith('.cjs'))
  expect(compiled.length).toBeGreaterThan(0)
  for (const path of compiled) expect(path).toMatch(/^tmp\/fiq\/compiled\//)
  expect(readdirSync(folder).sort()).toEqual(['etc', 'tmp', 'var'])
})

test("default: adds the entry to the agent's own configuration", async () => {
  const words = ['mcp', 'install', 'claude-desktop', '--yes']
  const env = { HOME: home }
  const path = join(home, '.config/Claude/claude_desktop_config.json')
  const own = { ...client, home: join(home, 'agents') }
  // An entry is refused if an agent could not open the wallet.
  expect((await fiq(own, words, { env })).stderr).toContain('fiq wallet create')
  await fiq(own, ['wallet', 'create', '--store', 'file'], { env })
  const locked = await fiq(own, words, { env })
  expect([locked.status, existsSync(path)]).toEqual([4, false])
  expect(locked.stderr).toContain('fiq wallet unlock --for 8h')
  expect((await fiq(own, ['wallet', 'unlock', '--for', '1h'], { env })).status).toBe(0)
  expect(await fiq(own, words, { env })).toMatchObject({ status: 0 })
  const entry = JSON.parse(readFileSync(path, 'utf8')).mcpServers.fiq
  expect(entry.args).toEqual(expect.arrayContaining(['--client', 'claude-desktop', '--url']))
  expect(entry.env).toEqual({ FIQ_HOME: own.home })
  await fiq(own, ['wallet', 'lock'], { env })
})

test.each([
  ['a setting', ['config', 'set', 'max-spend', '1']],
  ['a price', ['price', 'quote', 'AAPL']],
  ['a wallet', ['wallet', 'create', '--store', 'file']],
  ['a server of MCP', ['mcp', '--client', 'claude-desktop', '--url', 'http://127.0.0.1:9']],
])(
  'default: the build contains the part for %s, and no output shows how it is loaded',
  async (_, words) => {
    const { status, stderr } = await fiq({ home: client.home, url: '' }, words)
    expect(status).toBe(0)
    expect(stderr).not.toContain('Warning')
  },
)

test('default: finds the module of the OS keychain if installed', async () => {
  const { stdout, stderr } = await fiq(client, ['doctor'])
  const checks = JSON.parse(stdout) as { name: string; detail: string }[]
  const { detail = '' } = checks.find(({ name }) => name === 'keychain') ?? {}
  expect(!detail.startsWith('no keychain can be loaded')).toBe((await loadKeytar()) !== undefined)
  expect(stderr).not.toContain('Warning')
})
