/**
 * `pnpm run simulate --seeds N --purchases M [--from SEED] [--minutes T] [--bug NAME]`: runs seeds
 * in parallel processes. Ends non-zero if an invariant is violated. The last line depends on the
 * seeds alone.
 */
import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Summary, summaryOf } from './summary.ts'
import type { Order, Report } from './worker.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    purchases: { type: 'string', default: '200' },
    from: { type: 'string' },
    minutes: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    bug: { type: 'string' },
  },
})
const numberOf = (text: string, name: string) => {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0 && number < 2 ** 31) return number
  process.stderr.write(`--${name} is ${text}; it is a whole number from 0 to ${2 ** 31 - 1}.\n`)
  process.exit(2)
}
const seeds = numberOf(values.seeds, 'seeds')
const purchases = numberOf(values.purchases, 'purchases')
const from = numberOf(values.from ?? String(Math.floor(Math.random() * 2 ** 30)), 'from')
const workers = Math.max(1, Math.min(seeds, numberOf(values.workers, 'workers')))
const minutes = values.minutes === undefined ? undefined : numberOf(values.minutes, 'minutes')

const began = performance.now()
const isLate = () => minutes !== undefined && performance.now() - began > minutes * 60_000
const reports: Report[] = []
let next = from

/** A worker retains some 10 MB of each seed of 100 purchases, so it ends after this many. */
const seedsOfWorker = 50
const isDone = () => next >= from + seeds || isLate()

async function runWorkers(): Promise<void> {
  while (!isDone()) await runWorker()
}

async function runWorker(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), { stdio: 'inherit' })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let left = seedsOfWorker
  const give = () => {
    left -= 1
    if (left < 0 || isDone()) {
      child.disconnect()
      return resolve()
    }
    const order: Order = { seed: next++, purchases, bug: values.bug }
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
  reports.push(report)
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

await Promise.all(Array.from({ length: workers }, runWorkers))
const summary: Summary = summaryOf(reports, purchases)
const seconds = (performance.now() - began) / 1_000
const rate = Math.round(summary.purchases / seconds)
process.stdout.write(
  `${summary.text}\n${seconds.toFixed(1)} s, ${workers} processes, ${rate} purchases a second\n`,
)
process.stdout.write(`${summary.decided}\n`)
process.exitCode = summary.failed > 0 ? 1 : 0
