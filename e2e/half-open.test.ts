import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { type ServerProcess, startProcess } from './faults/server-process.ts'

/** A network namespace, which can be removed without a packet. */
const space = `fiq-${process.pid}`
const [near, far] = [`fiqn${process.pid}`, `fiqf${process.pid}`]
const subnet = `10.231.${process.pid % 256}`
const host = `${subnet}.1`
const ip = (words: string) => spawnSync('ip', words.split(' ')).status === 0

const canSplit = ip(`netns add ${space}`) && ip(`netns del ${space}`)
/** Kinds of connection that are closed first, in every run. The long run waits for all kinds. */
const isDrill = process.env['FIQ_TEST_HALF_OPEN'] !== undefined
const kinds = isDrill ? ['silent', 'halfway', 'kept', 'deaf'] : ['silent']
const ofEach = 50
const withinMs = isDrill ? 150_000 : 25_000

/** Opens connections of each kind, prints a line, and keeps them open. */
const client = `
  import { connect } from 'node:net'
  import { once } from 'node:events'
  const [port, ...kinds] = process.argv.slice(1)
  const open = { silent() {},
    halfway: (socket) => socket.write('POST /api/graphql HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: application/json\\r\\nContent-Length: 900\\r\\n\\r\\n{"query"'),
    kept: (socket) => (socket.write('GET /healthz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'), once(socket, 'data')),
    deaf: (socket) => socket.pause().write('GET /openapi.json HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'.repeat(60)),
  }
  for (const kind of kinds) for (let count = 0; count < ${ofEach}; count++) {
    const socket = connect(Number(port), '${host}')
    await once(socket, 'connect')
    await open[kind](socket)
  }
  console.log('open')
  setInterval(() => {}, 1e6)`

let folder: string
let server: ServerProcess | undefined
afterEach(async () => {
  await server?.kill('SIGTERM')
  ip(`link del ${near}`)
  ip(`netns del ${space}`)
  rmSync(folder, { recursive: true, force: true })
})

const socketsOf = (pid: number) =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length

test.skipIf(!canSplit)(
  'behavior: closes connections whose peer vanished with its network (skipped if none can be made)',
  async () => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-half-open-'))
    for (const words of [
      `netns add ${space}`,
      `link add ${near} type veth peer name ${far} netns ${space}`,
      `addr add ${host}/30 dev ${near}`,
      `link set ${near} up`,
      `-n ${space} addr add ${subnet}.2/30 dev ${far}`,
      `-n ${space} link set ${far} up`,
    ])
      expect(ip(words), words).toBe(true)
    server = await startProcess({ folder, flags: ['--host', host] })
    const before = socketsOf(server.pid)
    const script = ['--input-type=module', '-e', client, new URL(server.url).port, ...kinds]
    const away = spawn('ip', ['netns', 'exec', space, process.execPath, ...script])
    await once(createInterface({ input: away.stdout }), 'line')
    const sockets = () => socketsOf(server!.pid)
    await expect.poll(sockets, { timeout: 20_000 }).toBe(before + ofEach * kinds.length)

    // From now on no packet arrives or leaves, and neither side closes the connection.
    expect(ip(`link set ${near} down`)).toBe(true)
    away.kill('SIGKILL')
    const wait = { timeout: withinMs, interval: 500 }
    await expect.poll(sockets, wait).toBe(before)
    expect(ip(`link set ${near} up`)).toBe(true)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  },
  withinMs + 30_000,
)
