import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuSecondsOfChildren, startChild } from './child-server.ts'
import { createSigner } from './sign-quote.ts'

/**
 * Measures the start of the client, compared with bare node in the same run. Starts a server with
 * sandbox data, with a wallet in a keystore file, and pays for real. Prints milliseconds of time
 * and of CPU (user and system): on a busy machine, CPU is more reliable.
 *
 * Programs take turns, so that other load affects all. Compares medians of time, and means of CPU,
 * because the system counts CPU in hundredths of a second. One program is a bare node that only
 * derives a key like the keystore does.
 */
const root = join(import.meta.dirname, '..', '..')
const client = join(root, 'packages', 'cli', 'dist', 'fiq.cjs')
const rounds = Number(process.argv[2] ?? 15)
const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))

const data = ['--data-dir', join(folder, 'data')]
const serverProgram = join(root, 'packages/server/dist/fiq-server.js')
const server = await startChild([
  serverProgram,
  'start',
  '--port',
  '0',
  '--log-level',
  'error',
  ...data,
])
const environment = {
  PATH: process.env['PATH'],
  FIQ_URL: server.url,
  FIQ_HOME: join(folder, 'client'),
  FIQ_WALLET_PASSPHRASE: 'bench: play money',
}
run([client, 'wallet', 'create'], environment)
run([client, 'wallet', 'fund'], environment)
const created = run(
  [serverProgram, 'keys', 'create', '--org', 'bench', '--credits', '100000', '--json', ...data],
  environment,
)
const withKey = { ...environment, FIQ_API_KEY: (JSON.parse(created) as { key: string }).key }

// A second client folder with the same funds, unlocked once. Its agent ends with the benchmark.
const unlocked = { ...environment, FIQ_HOME: join(folder, 'unlocked') }
run([client, 'wallet', 'create'], unlocked)
run([client, 'wallet', 'fund'], unlocked)
run([client, 'wallet', 'unlock', '--for', '2h'], unlocked)
const { FIQ_WALLET_PASSPHRASE: _, ...withoutPassphrase } = unlocked

const derivation = `require('node:crypto').scryptSync('passphrase', 'salt', 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 })`
// The server's time for a paid quote: a minimal client sends the same two requests, first unpaid,
// then with a payment that was signed before it started.
const body = JSON.stringify({ query: '{ quotes(tickers: ["AAPL"]) { price } }' })
const exchange = `const { request } = require('node:http');
const call = (headers) => new Promise((done) => { request(process.env.FIQ_URL + '/api/graphql', { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }, (answer) => answer.resume().on('end', () => done(answer.statusCode))).end(process.env.BODY) });
call({}).then((first) => call({ 'payment-signature': process.env.PAYMENT }).then((second) => { if (first !== 402 || second !== 200) throw new Error(first + ' ' + second) }))`
const nextPayment = await createSigner(server.url, body)
const paidExchange = 'node -e, the same paid requests'
const quote = [client, 'quote', 'AAPL', '--json', '--yes']
const subjects = [
  { name: 'node -e 0', words: ['-e', '0'], env: environment },
  { name: 'fiq --version', words: [client, '--version'], env: environment },
  { name: 'fiq --help', words: [client, '--help'], env: environment },
  {
    name: 'fiq price quote AAPL --json',
    words: [client, 'price', 'quote', 'AAPL', '--json'],
    env: environment,
  },
  { name: 'fiq quote AAPL --json, with a key', words: quote, env: withKey },
  { name: 'fiq quote AAPL --json, paying', words: quote, env: environment },
  { name: 'fiq quote AAPL --json, paying, unlocked', words: quote, env: withoutPassphrase },
  {
    name: paidExchange,
    words: ['-e', exchange],
    env: { ...withoutPassphrase, BODY: body },
  },
  { name: 'node, deriving a key', words: ['-e', derivation], env: environment },
]

const times = new Map(subjects.map(({ name }) => [name, [] as number[]]))
const cpuTimes = new Map(subjects.map(({ name }) => [name, 0]))
for (let round = -1; round < rounds; round += 1)
  for (const { name, words, env: own } of subjects) {
    const env = name === paidExchange ? { ...own, PAYMENT: await nextPayment() } : own
    const cpuBefore = cpuSecondsOfChildren()
    const before = performance.now()
    run(words, env)
    // The first round fills the compile cache.
    if (round < 0) continue
    times.get(name)!.push(performance.now() - before)
    const cpu = (cpuSecondsOfChildren() - cpuBefore) * 1_000
    cpuTimes.set(name, cpuTimes.get(name)! + cpu / rounds)
  }
run([client, 'wallet', 'lock'], unlocked)
server.stop()
rmSync(folder, { recursive: true, force: true })

const figures = subjects.map(({ name }) => figureOf(name, name, 'node -e 0'))
const lessExchange = 'fiq quote AAPL --json, paying unlocked, less the same paid requests'
figures.splice(
  -1,
  0,
  figureOf(lessExchange, 'fiq quote AAPL --json, paying, unlocked', paidExchange),
)
for (const { name, ms, overBareNodeMs, cpuMs, overBareNodeCpuMs } of figures)
  process.stderr.write(
    `${name.padEnd(68)} ${String(ms).padStart(7)} ms  +${overBareNodeMs}; CPU ${cpuMs} ms  +${overBareNodeCpuMs}\n`,
  )
process.stdout.write(
  `${JSON.stringify({ rounds, node: process.version, figures }, undefined, 2)}\n`,
)

/** A figure of one program, divided by the figure of another. */
function figureOf(name: string, subject: string, other: string) {
  const [ms, otherMs] = [subject, other].map((subject) => median(times.get(subject)!)) as Pair
  const [cpuMs, otherCpuMs] = [subject, other].map((subject) => cpuTimes.get(subject)!) as Pair
  return {
    name,
    ms: rounded(ms),
    overBareNodeMs: rounded(ms - otherMs),
    cpuMs: rounded(cpuMs),
    overBareNodeCpuMs: rounded(cpuMs - otherCpuMs),
  }
}

type Pair = [number, number]

function run(words: readonly string[], env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
