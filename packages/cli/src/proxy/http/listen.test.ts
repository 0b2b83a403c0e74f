import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { Server as HttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Listening, limits, listenOnPort, listenOnSocket } from './listen.ts'

let open: Listening | undefined
afterEach(() => open?.close())

const short = { ...limits, headersTimeoutMs: 100, requestTimeoutMs: 150, checkingMs: 20 }

/**
 * Sends a text and nothing more.
 *
 * @returns What is received until the connection ends.
 */
async function say(text: string, bounds: Partial<typeof limits> = short): Promise<string> {
  open = await listenOnPort(
    (request, response) => void request.resume().once('end', () => response.end('answered')),
    { host: '127.0.0.1', port: 0 },
    { ...limits, ...bounds },
  )
  const socket = connect(open.port, '127.0.0.1').setEncoding('utf8')
  let all = ''
  socket.on('data', (chunk) => {
    all += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return all
}

const later = 60_000
test.each([
  ['a head that never ends', 'POST / HTTP/1.1\r\nHost: x\r\n', { requestTimeoutMs: later }],
  [
    'a body that never comes',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc',
    { headersTimeoutMs: 140 },
  ],
])('error: %s has a time limit', async (_, text, bounds) => {
  expect(await say(text, { ...short, ...bounds })).toMatch(/^HTTP\/1.1 408 /)
})

test('error: a request with two lengths is refused', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked'
  expect(await say(`${head}\r\n\r\n3\r\nabc\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /)
})

test('error: refuses connections above the limit', async () => {
  expect(await say('GET / HTTP/1.1\r\nHost: x\r\n\r\n', { connectionsMax: 0 })).toBe('')
})

test.each([
  [
    'an upgrade',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    403,
  ],
  ['CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
])('error: %s is refused, and its connection is closed', async (_, text, status) => {
  expect(await say(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nconnection: close`))
})

describe('errors outside a request', () => {
  /** The server that the next call of `listenOnPort` starts. */
  async function started(): Promise<HttpServer> {
    const listens = vi.spyOn(HttpServer.prototype, 'listen')
    open = await listenOnPort((_, response) => void response.end(), { host: '127.0.0.1', port: 0 })
    const server = listens.mock.contexts[0] as HttpServer
    listens.mockRestore()
    return server
  }

  test('error: a connection that cannot be accepted ends nothing', async () => {
    const server = await started()
    // The start of the server has a listener for one error.
    for (const _ of [1, 2]) expect(() => server.emit('error', new Error('EMFILE'))).not.toThrow()
  })

  test.each([
    [
      'an upgrade',
      'upgrade',
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
    ['CONNECT', 'connect', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])(
    'error: a socket that breaks at %s ends nothing, before it is refused too',
    async (_, event, text) => {
      const server = await started()
      // Only the listener of each connection is left: Node has removed its own.
      server.removeAllListeners(event)
      const peer = connect(open!.port, '127.0.0.1')
      peer.on('error', () => {})
      peer.write(text)
      const [, socket] = await once(server, event)
      expect(() => socket.emit('error', new Error('ECONNRESET'))).not.toThrow()
      socket.destroy()
      peer.destroy()
    },
  )
})

test('error: names the options for an address that is not of this machine', async () => {
  await expect(listenOnPort(() => {}, { host: '192.0.2.1', port: 0 })).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    remedy: 'Choose another port with --port, or another address with --host.',
  })
})

describe.skipIf(process.platform === 'win32')('a Unix socket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-socket-'))
  const path = join(folder, 'proxy.sock')
  afterEach(() => rmSync(path, { force: true }))
  const listen = () => listenOnSocket((_, response) => void response.end('answered'), path)

  test('default: only this user may open it', async () => {
    const before = process.umask(0)
    open = await listen()
    expect([statSync(path).mode & 0o777, process.umask(before)]).toEqual([0o600, 0])
  })

  test('behavior: a socket that a killed process left is replaced', async () => {
    const { status } = spawnSync(process.execPath, [
      '-e',
      `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`,
    ])
    expect([status, existsSync(path)]).toEqual([null, true])
    open = await listen()
    const socket = connect(path).setEncoding('utf8')
    socket.end('GET / HTTP/1.0\r\n\r\n')
    const [text] = await once(socket, 'data')
    expect(text).toMatch(/^HTTP\/1.1 200 /)
  })

  test('behavior: closing removes the own socket, and no socket that replaced it', async () => {
    const first = await listen()
    rmSync(path)
    const second = await listen()
    await first.close()
    expect(existsSync(path)).toBe(true)
    await second.close()
    expect(readdirSync(folder)).toEqual(['proxy.sock.lock'])
  })

  test('error: of several processes that find the same stale socket, one listens', async () => {
    const script = `
      const { listenOnSocket } = await import(${JSON.stringify(join(import.meta.dirname, 'listen.ts'))})
      listenOnSocket((_, response) => response.end('answered'), ${JSON.stringify(path)}).then(
        () => process.send('listens'),
        (error) => process.send(error.facts[0], () => process.exit()),
      )`
    writeFileSync(join(folder, 'listen-once.mjs'), script)
    const stale = createServer().listen(`${path}.stale`)
    await once(stale, 'listening')
    renameSync(`${path}.stale`, path)
    await new Promise((resolve) => stale.close(resolve))
    const children = Array.from({ length: 4 }, () => fork(join(folder, 'listen-once.mjs')))
    const said = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0]))
    const used = 'A file, or a socket in use, is already there.'
    expect(said.sort()).toEqual([used, used, used, 'listens'])
    const socket = connect(path).setEncoding('utf8')
    socket.end('GET / HTTP/1.0\r\n\r\n')
    expect((await once(socket, 'data'))[0]).toMatch(/^HTTP\/1.1 200 /)
    for (const child of children) child.kill('SIGKILL')
    rmSync(join(folder, 'listen-once.mjs'))
  })

  test('error: a socket with a listener, and a file, stay as they are', async () => {
    const refused = {
      code: 'CONFIGURATION_INVALID',
      facts: [expect.stringMatching(/already there/)],
    }
    const other = createServer((socket) => {
      socket.on('error', () => {})
      socket.end('the other')
    }).listen(path)
    await once(other, 'listening')
    await expect(listen()).rejects.toMatchObject(refused)
    const [text] = await once(connect(path).setEncoding('utf8'), 'data')
    expect(text).toBe('the other')
    await new Promise((resolve) => other.close(resolve))
    writeFileSync(path, 'a file')
    await expect(listen()).rejects.toMatchObject(refused)
    expect(readFileSync(path, 'utf8')).toBe('a file')
  })
})
