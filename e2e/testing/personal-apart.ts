import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { zipOf } from '@fiq/shared/zip-of'
import { upstreamHosts } from '../../packages/server/src/connectors/connectors.ts'
import { sandboxUpstream } from '../../packages/server/src/upstreams/testing/sandbox-upstream.ts'

/**
 * The steps of a person to the price of AAPL: built client and server, without a wallet. Runs in
 * its own network and mount namespace: every upstream's name resolves to this machine, which serves
 * test responses over TLS. Prints each command's output.
 *
 * @example unshare --map-root-user --net --mount node e2e/testing/personal-apart.ts
 */
const bin = (name: string) => join(import.meta.dirname, '../../bin', name)
if (readlinkSync('/proc/self/ns/mnt') === parentsMounts())
  throw new Error('Names are changed here: run it in a namespace.')
const folder = mkdtempSync(join(tmpdir(), 'fiq-personal-apart-'))
const file = (name: string) => join(folder, name)
const hosts = [...upstreamHosts()]

writeFileSync(file('hosts'), hosts.map((host) => `127.0.0.1 ${host}\n`).join(''))
execFileSync('mount', ['--bind', file('hosts'), '/etc/hosts'])
execFileSync('ip', ['link', 'set', 'lo', 'up'])
const names = hosts.map((host) => `DNS:${host}`).join(',')
execFileSync(
  'openssl',
  [
    ...['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=upstreams'],
    ...['-addext', `subjectAltName=${names}`, '-keyout', file('key'), '-out', file('cert')],
  ],
  { stdio: 'ignore' },
)

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const secHeader = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE'

/** Responses of the sources with prices of AAPL; 404 without the required key or header. */
function ownAnswer(url: URL, headers: Record<string, unknown>): string | Uint8Array | undefined {
  const half = /cnsfails(\d{6})([ab])\.zip$/.exec(url.pathname)
  if (half) {
    const day = `${half[1]}${half[2] === 'a' ? '13' : '27'}`
    if (
      day >
      hoursAgo(21 * 24)
        .slice(0, 10)
        .replaceAll('-', '')
    )
      return ''
    return zipOf({ 'fails.txt': `${secHeader}\n${day}|037833100|AAPL|1|APPLE INC|331.25\n` })
  }
  if (url.host === 'data.alpaca.markets') {
    if (headers['apca-api-key-id'] !== 'an-id' || headers['apca-api-secret-key'] !== 'a-secret')
      return ''
    const bar = { t: hoursAgo(24), o: 1, h: 1, l: 1, v: 5_000, c: 340.5 }
    return JSON.stringify({
      AAPL: { latestTrade: null, dailyBar: bar, prevDailyBar: { ...bar, t: hoursAgo(48), c: 339 } },
    })
  }
  if (url.host !== 'cdn-api.cboe.com') return undefined
  const data = { current_price: 342.75, price_change: 1.5, prev_day_close: 341.25, volume: 7 }
  return JSON.stringify({ data: { ...data, last_trade_time: hoursAgo(24).slice(0, 19) } })
}

const asked: string[] = []
const sandbox = sandboxUpstream(() => new Date())
const upstreams = createServer(
  { key: readFileSync(file('key')), cert: readFileSync(file('cert')) },
  (request, response) => {
    const url = new URL(`https://${request.headers.host}${request.url}`)
    asked.push(url.host)
    const own = ownAnswer(url, request.headers)
    if (own === undefined) return void sandbox(request, response)
    response.writeHead(own === '' ? 404 : 200, { etag: '"1"' }).end(own)
  },
)
await once(upstreams.listen(443, '127.0.0.1'), 'listening')

const env = { PATH: process.env['PATH'], FIQ_HOME: file('home'), NODE_EXTRA_CA_CERTS: file('cert') }
type Ended = { status: number | null; out: string; err: string }

async function run(program: string, words: readonly string[], input?: string): Promise<Ended> {
  const child = spawn(bin(program), words, { env })
  const ended: Ended = { status: null, out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  const [status] = (await once(child, 'close')) as [number | null]
  return { ...ended, status }
}

/** Start of the first command, from `performance.now()`. */
const began = performance.now()
const fiq = (...words: string[]) => run('fiq', words)
const setup = (text: string) => run('fiq', ['setup'], text)
const steps: Record<string, Ended> = {}
steps['none'] = await fiq('quote', 'AAPL')
steps['contact'] = await setup('SEC_USER_AGENT=Ann Example ann@example.org\n')
steps['up'] = await fiq('up')
steps['noKey'] = await fiq('quote', 'AAPL', '--table')
steps['alpacaKey'] = await setup('ALPACA_API_KEY_ID=an-id\nALPACA_API_SECRET_KEY=a-secret\n')
steps['alpaca'] = await fiq('quote', 'AAPL', '--table')
steps['noAlpacaKey'] = await setup('ALPACA_API_KEY_ID=\nALPACA_API_SECRET_KEY=\n')
steps['allow'] = await run('fiq-server', ['sources', 'allow', 'cboe', '--yes'])
// The server reloads decisions within a second.
await setTimeout(1_100)
steps['cboe'] = await fiq('quote', 'AAPL', '--table')
steps['alerts'] = await fiq('alert', '--background', 'AAPL < 400', 'AAPL < 100')
const alerts = async () => JSON.parse((await fiq('alert')).out) as unknown[]
for (let tries = 0; tries < 100 && (await alerts()).length > 1; tries += 1) await setTimeout(100)
steps['alertsLeft'] = await fiq('alert')
steps['alertRemoved'] = await fiq('alert', '--remove', 'AAPL < 100')
const alertLog = readFileSync(join(file('home'), 'personal/alerts.log'), 'utf8')
// Alerts that no price reaches: they wait through the end of a server and its next start.
const far = ['AAPL < 50', 'AAPL > 9000']
steps['farStored'] = await fiq('alert', '--background', ...far, '--table')
const server = () => JSON.parse(readFileSync(join(file('home'), 'personal/server.json'), 'utf8'))
const alertProcesses = () =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && isAlertProcess(pid))
    .map(Number)
const counts: number[] = []
/** Counts the alert processes when one has claimed the alerts, and others have ended. */
const count = async () => {
  const waitsFor = () => alertProcesses().length
  for (let tries = 0; tries < 300 && waitsFor() !== 1; tries += 1) await setTimeout(100)
  counts.push(waitsFor())
}
/** Polls: header lines of the alert processes so far. */
const polls = () =>
  readFileSync(join(file('home'), 'personal/alerts.log'), 'utf8').split('as of').length - 1
/** Until a new alert process has asked for the prices and waits. */
const polled = async (before: number) => {
  for (let tries = 0; tries < 300 && polls() === before; tries += 1) await setTimeout(100)
  await count()
}
await count()
for (const name of ['AfterDown', 'AfterKill', 'AfterBoth']) {
  const before = polls()
  if (name === 'AfterDown') steps['farDown'] = await fiq('down')
  if (name !== 'AfterDown') process.kill(server().pid, 'SIGKILL')
  if (name === 'AfterBoth') for (const pid of alertProcesses()) process.kill(pid, 'SIGKILL')
  steps[`farUp${name}`] = await fiq('up')
  if (name === 'AfterBoth') await polled(before)
  else await count()
  steps[`far${name}`] = await fiq('alert', '--table')
}
steps['farRemoved'] = await fiq('alert', '--remove', ...far)
steps['revoke'] = await run('fiq-server', ['sources', 'revoke', 'cboe'])
steps['down'] = await fiq('down')
upstreams.close()
upstreams.closeAllConnections()
for (const pid of alertProcesses()) process.kill(pid)
const left = readdirSync(file('home')).sort()
const log = readFileSync(join(file('home'), 'personal/server.log'), 'utf8')
rmSync(folder, { recursive: true })
process.stdout.write(
  JSON.stringify({
    steps,
    left,
    alertLog,
    counts,
    asked: [...new Set(asked)],
    log,
    tookMs: performance.now() - began,
  }),
)

function isAlertProcess(pid: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8')
    return words.includes('--waiting') && variables.includes(`FIQ_HOME=${file('home')}\0`)
  } catch {
    return false
  }
}

/** If this process shares the mounts of its parent, the machine's own host names would change. */
function parentsMounts(): string {
  try {
    return readlinkSync(`/proc/${process.ppid}/ns/mnt`)
  } catch {
    return ''
  }
}
