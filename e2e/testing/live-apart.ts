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
import { connectors, upstreamHosts } from '../../packages/server/src/connectors/connectors.ts'
import { sandboxUpstream } from '../../packages/server/src/upstreams/testing/sandbox-upstream.ts'

/**
 * Queries the built server, started with `--upstream live --play-money` with every key and
 * agreement, and prints each tool's answer. Runs in its own network and mount namespace: every
 * upstream's name resolves to this machine, and the sandbox responds there over TLS.
 *
 * @example unshare --map-root-user --net --mount node e2e/testing/live-apart.ts
 * '{"gdp":{"country":"USA"}}'
 */
const program = join(import.meta.dirname, '../../packages/server/dist/fiq-server.js')
const asked = JSON.parse(process.argv[2] ?? '{}') as Record<string, object>
if (isSharedWith(process.ppid)) throw new Error('Names are changed here: run it in a namespace.')
const folder = mkdtempSync(join(tmpdir(), 'fiq-live-apart-'))
const file = (name: string) => join(folder, name)
const hosts = [...upstreamHosts()]

writeFileSync(file('hosts'), hosts.map((host) => `127.0.0.1 ${host}\n`).join(''))
execFileSync('mount', ['--bind', file('hosts'), '/etc/hosts'])
execFileSync('ip', ['link', 'set', 'lo', 'up'])
const names = hosts.map((host) => `DNS:${host}`).join(',')
const certified = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=upstreams']
execFileSync(
  'openssl',
  [
    ...certified,
    '-addext',
    `subjectAltName=${names}`,
    '-keyout',
    file('key'),
    '-out',
    file('cert'),
  ],
  { stdio: 'ignore' },
)
const sound = sandboxUpstream(() => new Date())
let behaviour = sound
const upstreams = createServer(
  { key: readFileSync(file('key')), cert: readFileSync(file('cert')) },
  (request, response) => behaviour(request, response),
)
await once(upstreams.listen(443, '127.0.0.1'), 'listening')

const sources = connectors.flatMap((connector) => connector.upstreams)
const keys = sources.flatMap(({ key, optionalKey }) => [key, optionalKey].filter((name) => name))
const words = (...given: string[]) => [program, ...given, '--data-dir', folder]
const environment = {
  NODE_EXTRA_CA_CERTS: file('cert'),
  FIQ_RESTRICTED_UPSTREAMS: [...new Set(sources.map(({ id }) => id))].join(','),
  SEC_USER_AGENT: 'Example Company admin@example.org',
  ...Object.fromEntries(keys.map((name) => [name, 'a-key-of-the-test'])),
}
const server = spawn(
  process.execPath,
  words('start', '--port', '0', '--upstream', 'live', '--play-money'),
  {
    env: environment,
  },
)
let log = ''
server.stderr.on('data', (chunk: Buffer) => (log += chunk))
const [ready] = (await once(server.stdout, 'data')) as [Buffer]
const [url] = /http\S+/.exec(String(ready)) ?? []
const made = execFileSync(
  process.execPath,
  words('keys', 'create', '--org', 'A', '--credits', '1000', '--json'),
)
const { key } = JSON.parse(String(made)) as { key: string }
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const answers: unknown[] = []
for (const [tool, inputs] of Object.entries(asked)) {
  const body = JSON.stringify(inputs)
  const answer = await fetch(`${url}/tools/${tool}`, { method: 'POST', headers, body })
  const { errors, extensions } = (await answer.json()) as {
    errors?: { message: string }[]
    extensions?: { sources?: { mode: string }[] }
  }
  const modes = [...new Set(extensions?.sources?.map(({ mode }) => mode))]
  answers.push([tool, answer.status, modes, errors?.map(({ message }) => message) ?? []])
}
server.kill()
await once(server, 'exit')

/**
 * Runs `check-live` while the sources work, and while they refuse with a page that contains the
 * key.
 */
const recorded = file('recorded')
const checkLive = async () => {
  const asked = words('check-live', '--area', checkedAreas, '--record', recorded, '--json')
  const checking = spawn(process.execPath, asked, { env: environment })
  let out = ''
  checking.stdout.on('data', (chunk: Buffer) => (out += chunk))
  const [status] = (await once(checking, 'exit')) as [number]
  const { checks } = JSON.parse(out) as { checks: { source: string; verdict: string }[] }
  const verdicts = Object.fromEntries(checks.map(({ source, verdict }) => [source, verdict]))
  return { status, verdicts, files: readdirSync(recorded).sort() }
}
const checkedAreas = 'treasury-yields,analyst,sp500-multiples'
const whileSound = await checkLive()
behaviour = (request, response) => {
  if (request.headers.host === 'home.treasury.gov') {
    // With status 200.
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Just a moment</html>')
  } else if (request.headers.host === 'finnhub.io') {
    response.writeHead(403).end(`No access for ${request.headers['x-finnhub-token']}`)
  } else sound(request, response)
}
const whileRefused = await checkLive()
const told = readFileSync(
  join(recorded, 'refused/403/finnhub.io/api/v1/stock/recommendation%3Fsymbol=AAPL'),
  'utf8',
)

upstreams.close()
upstreams.closeAllConnections()
rmSync(folder, { recursive: true })
process.stdout.write(
  JSON.stringify({
    answers,
    isUnforeseen: log.includes('unforeseen'),
    checked: { whileSound, whileRefused, told },
  }),
)

/** Whether this process has the mounts of another. Reading another namespace may be forbidden. */
function isSharedWith(pid: number): boolean {
  try {
    return readlinkSync('/proc/self/ns/mnt') === readlinkSync(`/proc/${pid}/ns/mnt`)
  } catch {
    return false
  }
}
