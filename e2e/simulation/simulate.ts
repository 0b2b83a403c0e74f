/**
 * `pnpm run simulate --seeds N --purchases M [--from SEED] [--minutes T] [--workers W] [--into
 * FILE] [--bug NAME] [--shrink SECONDS]`: runs seeds in parallel processes. Exits with an error code if an invariant
 * is violated. The last line depends only on the seeds.
 *
 * `--into` stores the sums in a file during the run. If the file exists, the run continues after
 * its last seed and adds to it. A file holds sums of one version only.
 */
import { execFileSync, fork } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addReport, decidedBy, describeRun, emptyRun, type Run } from './summary.ts'
import type { Order, Report } from './worker.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    purchases: { type: 'string', default: '200' },
    from: { type: 'string' },
    minutes: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    into: { type: 'string' },
    bug: { type: 'string' },
    shrink: { type: 'string', default: '60' },
  },
})
const numberOf = (text: string, name: string) => {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0 && number < 2 ** 31) return number
  process.stderr.write(`--${name} is ${text}; it is a whole number from 0 to ${2 ** 31 - 1}.\n`)
  process.exit(2)
}
/** Also parts of a minute. */
const minutesOf = (text: string) => {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text)
  process.stderr.write(`--minutes is ${text}; it is a number of minutes such as 30 or 0.5.\n`)
  process.exit(2)
}
const seeds = numberOf(values.seeds, 'seeds')
const shrinkSeconds = numberOf(values.shrink, 'shrink')
const purchasesGiven = numberOf(values.purchases, 'purchases')
const drawn = Math.floor(Math.random() * 2 ** 30)
const version = readVersion()
let run =
  readRun() ?? emptyRun(version, numberOf(values.from ?? String(drawn), 'from'), purchasesGiven)
const { purchases } = run
const workers = Math.max(1, Math.min(seeds, numberOf(values.workers, 'workers')))
const minutes = values.minutes === undefined ? undefined : minutesOf(values.minutes)

const began = performance.now()
const secondsBefore = run.seconds
const secondsNow = () => (performance.now() - began) / 1_000
const isLate = () => minutes !== undefined && secondsNow() > minutes * 60
const first = run.from + run.seeds
/** Reports of seeds whose predecessors are still running. */
const early = new Map<number, Report>()
let next = first
/** Number of seeds between two writes of the file. */
const seedsStored = 20

/** Where Node stores compiled modules, so that the next process starts in half of the time. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled')
const env = { NODE_COMPILE_CACHE: compiled, ...process.env }

/** A run makes much short-lived garbage: a larger young generation is collected less often. */
const execArgv = ['--max-semi-space-size=64']

const isDone = () => next >= first + seeds || isLate()

async function runWorker(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    stdio: 'inherit',
    env,
    execArgv,
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const give = () => {
    if (isDone()) {
      child.disconnect()
      return resolve()
    }
    const order: Order = { seed: next++, purchases, bug: values.bug, shrinkSeconds }
    child.send(order)
  }
  child.on('message', (report) => {
    take(report as Report)
    give()
  })
  child.on('error', reject)
  child.on('exit', (code, signal) => {
    if (code || signal) reject(new Error(`A worker ended with ${signal ?? code}.`))
  })
  give()
  return promise
}

function take(report: Report): void {
  early.set(report.seed, report)
  for (let ready = run.from + run.seeds; early.has(ready); ready++) {
    run = addReport(run, early.get(ready)!)
    early.delete(ready)
    if (run.seeds % seedsStored === 0) writeRun()
  }
  const { seed, failure } = report
  if (!failure) return
  const { invariant, plan, story } = failure
  process.stdout.write(`\n${story}\n`)
  if (values.bug !== undefined) return
  const folder = join(import.meta.dirname, 'regressions')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `seed-${seed}.json`)
  writeFileSync(file, `${JSON.stringify({ invariant, plan }, undefined, 2)}\n`)
  process.stdout.write(`Written as a regression test: ${file}\n`)
}

/** The stored run that this one continues. */
function readRun(): Run | undefined {
  if (values.into === undefined || !existsSync(values.into)) return undefined
  const stored = JSON.parse(readFileSync(values.into, 'utf8')) as Run
  if (stored.version === version) return stored
  process.stderr.write(`${values.into} is of ${stored.version}, and this is ${version}.\n`)
  process.exit(2)
}

function readVersion(): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':/*.ts')
    const name = git('log', '-1', '--format=%h of %cs', '--abbrev=12')
    return changed === '' ? name : `${name} with changes`
  } catch {
    return 'sources without a commit'
  }
}

function writeRun(): void {
  if (values.into === undefined) return
  const stored: Run = { ...run, seconds: Math.round(secondsBefore + secondsNow()) }
  writeFileSync(`${values.into}.new`, `${JSON.stringify(stored, undefined, 2)}\n`)
  renameSync(`${values.into}.new`, values.into)
}

await Promise.all(Array.from({ length: workers }, runWorker))
writeRun()
const seconds = secondsNow()
const rate = Math.round(((run.from + run.seeds - first) * purchases) / seconds)
process.stdout.write(
  `${describeRun(run)}\n${seconds.toFixed(1)} s, ${workers} processes, ${rate} purchases a second\n`,
)
process.stdout.write(`${decidedBy(run)}\n`)
process.exitCode = run.violated.length > 0 ? 1 : 0
