import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type KillOutcome, type KillStep, runKills } from '../e2e/faults/kills.ts'
import { between, randomFrom } from '../e2e/faults/random.ts'
import { startPostgres } from '../e2e/testing/stores.ts'
import { faultSteps } from '../packages/server/src/payments/fault-points.ts'
import { faultParts } from './fault-parts.ts'
import { type Row, reliabilityPage } from './reliability-page.ts'

/**
 * Complete proof by faults: kills the built server at every step of the payment and credit paths,
 * and makes chains, facilitators, connections, disks and databases fail, many times. Writes the
 * results to `docs/reliability.md`. Needs `npm run build`. Exits with 1 after a violation. After
 * `--minutes` no further kills begin, and everything else runs once.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    credits: { type: 'string', default: '100' },
    chains: { type: 'string', default: '200' },
    resets: { type: 'string', default: '400' },
    disks: { type: 'string', default: '5' },
    restarts: { type: 'string', default: '10' },
    lanes: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const count = (name: keyof typeof values) => Number(values[name])
const seed = count('seed')

const random = randomFrom(seed)
const violations: string[] = []
const say = (text: string) => process.stderr.write(`${text}\n`)
const started = performance.now()
say(`seed ${seed}`)
const kills = await killed()
const rows: Row[] = [...kills.rows, ...(await parts())]
const minutes = minutesSince(started).toFixed(1)
const options = Object.entries(values).map(([name, value]) => `--${name} ${value}`)
const place = process.env['TMPDIR'] ? `TMPDIR=${process.env['TMPDIR']} ` : ''
const command = `${place}node scripts/faults.ts ${options.join(' ')}`
writeFileSync(
  join(import.meta.dirname, '../docs/reliability.md'),
  reliabilityPage({ ...kills, command, minutes, rows }),
)
for (const violation of violations) say(violation)
say(`${rows.reduce((sum, row) => sum + row.runs, 0)} runs, ${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1

/** Kills servers ten times each, once at every step in a random order, on one data folder. */
async function killed() {
  const steps: readonly KillStep[] = [...faultSteps, 'anytime']
  const outcomes: KillOutcome[] = []
  const totals = { purchases: 0, abandoned: 0, received: 0n, answered: 0n, owed: 0n, failed: 0 }
  const length = Math.ceil(count('runs') / steps.length)
  const worlds = Array.from({ length }, (_, world) => world)
  const lane = async () => {
    for (let world = worlds.shift(); world !== undefined; world = worlds.shift()) {
      if (isLate()) return
      const order = steps
        .map((step) => ({ step, place: random() }))
        .sort((a, b) => a.place - b.place)
      const plans = order.map(({ step }) => ({
        step,
        purchases: between(random, 1, 12),
        copies: random() < 0.05 ? 100 : between(random, 1, 3),
      }))
      const worldSeed = Math.floor(random() * 2 ** 31)
      const report = await inFolder((folder) =>
        runKills(folder, plans, worldSeed, world % 2 === 0 ? 'sync' : 'async'),
      )
      outcomes.push(...report.outcomes)
      violations.push(...report.violations.map((text) => `world ${worldSeed}: ${text}`))
      totals.purchases += report.purchases
      totals.abandoned += report.abandoned
      for (const name of ['received', 'answered', 'owed'] as const)
        totals[name] += report.books[name]
      totals.failed += report.books.failed
      say(`${outcomes.length} kills, ${totals.purchases} payments, ${violations.length} violations`)
    }
  }
  await Promise.all(Array.from({ length: count('lanes') }, lane))
  const killViolations = violations.length
  return { totals, killViolations, rows: steps.map((step) => killRow(step, outcomes)) }
}

function killRow(step: KillStep, outcomes: readonly KillOutcome[]): Row {
  const own = outcomes.filter((outcome) => outcome.step === step)
  const left: Record<string, number> = {}
  for (const { leftIn } of own)
    for (const [state, count] of Object.entries(leftIn)) left[state] = (left[state] ?? 0) + count
  const states = Object.entries(left).sort(([a], [b]) => a.localeCompare(b))
  const idle = own.filter(({ reached }) => !reached).length
  return {
    fault: step === 'anytime' ? 'SIGKILL at a random moment' : `SIGKILL: \`${step}\``,
    runs: own.length,
    payments: states.reduce((sum, [, count]) => sum + count, 0),
    outcome: `left ${states.map(([state, count]) => `${count} ${state}`).join(', ') || 'nothing'}${idle > 0 ? `; ${idle} times all had been answered before` : ''}`,
  }
}

/** Runs everything that takes one folder per run and gives one row. */
async function parts(): Promise<Row[]> {
  const postgres = await startPostgres()
  const found: Row[] = []
  for (const { fault, runs: times, run } of faultParts({ count, random, postgres })) {
    const row = { fault, runs: 0, payments: 0, outcome: '', violations: 0 }
    const seen: Record<string, number> = {}
    for (; row.runs < times && !(row.runs > 0 && isLate()); row.runs++) {
      const report = await inFolder(run)
      row.payments += report.purchases
      row.violations += report.violations.length
      violations.push(...report.violations.map((text) => `${fault}: ${text}`))
      for (const [word, many] of Object.entries(report.seen)) seen[word] = (seen[word] ?? 0) + many
    }
    if (times > 0) found.push({ ...row, outcome: counted(seen) })
    say(`${fault}: ${row.runs} runs, ${row.violations} violations`)
  }
  postgres?.stop()
  return found
}

function isLate(): boolean {
  return minutesSince(started) > count('minutes')
}

function minutesSince(startedMs: number): number {
  return (performance.now() - startedMs) / 60_000
}

function counted(seen: Readonly<Record<string, number>>): string {
  const entries = Object.entries(seen).filter(([, count]) => count > 0)
  return entries.map(([word, count]) => `${word}: ${count}`).join('; ')
}

async function inFolder<value>(run: (folder: string) => Promise<value>): Promise<value> {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-faults-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
