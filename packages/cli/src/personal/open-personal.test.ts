import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { version } from '../config/version.ts'
import { openHttp } from '../http/send-request.ts'
import { isProcessAlive } from '../payment/journal/is-process-alive.ts'
import { openPersonal } from './open-personal.ts'

// A package beside the client has the name and version of the server, and behaves as this side sees
// the server. The real server is started in e2e.

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fiq-up-'))
})
afterEach(async () => {
  await personal().stop()
  rmSync(root, { recursive: true })
})

const standIn = `
const { writeFileSync } = require('node:fs')
const { createServer } = require('node:http')
console.error('words: ' + process.argv.slice(2).join(' '))
if (process.env.FAILS) { console.error('Port 1 cannot be listened on.'); process.exit(3) }
if (process.env.HANGS) setInterval(() => {}, 60_000)
else start()
function start() {
const key = 'fiq_' + 'k'.repeat(43)
const area = { area: 'quotes', isReady: true, on: ['A'], add: ['FRED_API_KEY'] }
const server = createServer((request, response) => {
  const isOurs = request.headers.authorization === 'Bearer ' + key
  response.writeHead(isOurs ? 200 : 401).end(JSON.stringify({ version: '${version}', areas: [area] }))
}).listen(0, '127.0.0.1', () => {
  const url = 'http://127.0.0.1:' + server.address().port
  const text = JSON.stringify({ url, key, pid: process.pid, version: '${version}' })
  writeFileSync(process.env.FIQ_HOME + '/personal/server.json', text, { mode: 0o600 })
})
}
`

type OnEnd = (run: () => void) => void

function personal(
  env: Record<string, string> = {},
  onAbruptEnd: OnEnd = () => {},
  onStop: OnEnd = () => {},
) {
  const client = join(root, 'packages/cli/dist/fiq.cjs')
  const server = join(root, 'packages/server')
  mkdirSync(join(root, 'packages/cli/dist'), { recursive: true })
  mkdirSync(server, { recursive: true })
  writeFileSync(client, '')
  writeFileSync(join(server, 'server.cjs'), standIn)
  const manifest = { name: 'fiq-server', version, bin: { 'fiq-server': 'server.cjs' } }
  writeFileSync(join(server, 'package.json'), JSON.stringify(manifest))
  return openPersonal({
    stateDir: root,
    home: root,
    env: { FIQ_HOME: root, ...env },
    words: [process.execPath, client],
    send: openHttp(),
    isAlive: isProcessAlive,
    sleep: (ms) => setTimeout(ms),
    onAbruptEnd,
    onStop,
    terminal: { prompt: async () => '', promptSecret: async () => '', write() {} },
  })
}

describe("this user's own server", () => {
  test('default: starts in the background, responds, and stops', async () => {
    const { start, running, areas, stop, logFile } = personal()
    expect(await running()).toBeUndefined()
    const server = await start()
    expect(await running()).toEqual(server)
    expect(await areas(server)).toEqual([
      { area: 'quotes', isReady: true, on: ['A'], add: ['FRED_API_KEY'] },
    ])
    expect(readFileSync(logFile, 'utf8')).toBe('words: start --personal\n')
    expect(statSync(logFile).mode & 0o777).toBe(0o600)
    expect(await stop()).toEqual(server)
    expect(isProcessAlive(server.pid)).toBe(false)
    expect(await stop()).toBeUndefined()
  })

  test('error: reports a server that ends immediately, with the end of its log', async () => {
    await expect(personal({ FAILS: '1' }).start()).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: 'The server did not start: it stopped with exit code 3.',
      facts: ['words: start --personal', 'Port 1 cannot be listened on.'],
    })
    expect(await personal({ FAILS: '1' }).runHere(async () => {})).toBe(3)
  })

  test('behavior: in the foreground, it answers before anything starts beside it', async () => {
    const ours = personal()
    mkdirSync(join(root, 'personal'))
    const seen: unknown[] = []
    const code = await ours.runHere(async () => {
      seen.push((await ours.running())?.version)
      await ours.stop()
    })
    expect([code, seen]).toEqual([143, [version]])
    const refused = ours.runHere(async () => {
      throw new Error('no alerts')
    })
    await expect(refused).rejects.toThrow('no alerts')
  })

  test('behavior: in the foreground, a request to stop ends the server, which is a success', async () => {
    const stops: (() => void)[] = []
    const ours = personal({}, undefined, (run) => void stops.push(run))
    mkdirSync(join(root, 'personal'))
    const code = await ours.runHere(async () => {
      for (const stop of stops) stop()
    })
    expect([code, stops.length, await ours.running()]).toEqual([0, 1, undefined])
  })

  test('behavior: an interruption during the start stops it; later it keeps running', async () => {
    const interrupts: (() => void)[] = []
    const { start, running } = personal({ HANGS: '1' }, (run) => void interrupts.push(run))
    const started = start()
    expect(interrupts).toHaveLength(1)
    interrupts[0]!()
    await expect(started).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The server did not start: it stopped with (SIGTERM|exit code)/,
      ),
    })
    const ready = personal({}, (run) => void interrupts.push(run))
    const server = await ready.start()
    interrupts[1]!()
    expect(isProcessAlive(server.pid)).toBe(true)
    expect(await running()).toEqual(server)
  })

  test('error: another program that answers at its port is not taken for the server', async () => {
    const other = createServer((_request, response) => response.end('hello'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const kept = { url, key: `fiq_${'k'.repeat(43)}`, pid: process.pid, version }
    mkdirSync(join(root, 'personal'), { recursive: true })
    writeFileSync(join(root, 'personal/server.json'), JSON.stringify(kept))
    expect(await personal().running()).toBeUndefined()
    expect(await personal().stop()).toBeUndefined()
    other.close()
  })

  test('error: never ends a process that has the pid but not the key', async () => {
    const { start, stop } = personal()
    const server = await start()
    const file = join(root, 'personal/server.json')
    const foreign = { ...server, key: `fiq_${'x'.repeat(43)}` }
    writeFileSync(file, JSON.stringify(foreign))
    expect(await stop()).toBeUndefined()
    expect(isProcessAlive(server.pid)).toBe(true)
    writeFileSync(file, JSON.stringify(server))
  })
})
