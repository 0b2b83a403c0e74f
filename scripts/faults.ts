import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCutConnections } from '../e2e/faults/cut-connections.ts'
import { runFullDisk } from '../e2e/faults/full-disk.ts'
import { hostilities, runHostileChain } from '../e2e/faults/hostile-chain.ts'
import { hostileFacilitators, runHostileFacilitator } from '../e2e/faults/hostile-facilitator.ts'
import { type KillOutcome, type KillStep, runKills } from '../e2e/faults/kills.ts'
import { between, randomFrom } from '../e2e/faults/random.ts'
import { faultSteps } from '../packages/server/src/payment/fault-points.ts'

/**
 * Proof by faults, in full: kills the built server at every step of the payment path, lets chains,
 * connections and disks fail, many times over, and writes what came of it to
 * `docs/reliability.md`. Needs `npm run build`. Ends with 1 when anything did not hold.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    chains: { type: 'string', default: '200' },
    resets: { type: 'string', default: '400' },
    disks: { type: 'string', default: '5' },
    lanes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const [runs, chains, resets, disks, lanes, seed] = [
  values.runs,
  values.chains,
  values.resets,
  values.disks,
  values.lanes,
  values.seed,
].map(Number) as [number, number, number, number, number, number]

/** `violations` is undefined for kills: several hit one server, and its books are audited once. */
type Row = { fault: string; runs: number; payments: number; outcome: string; violations?: number }

const random = randomFrom(seed)
const violations: string[] = []
const say = (text: string) => process.stderr.write(`${text}\n`)
const started = performance.now()
say(`seed ${seed}`)

const kills = await killed()
const rows: Row[] = [
  ...kills.rows,
  ...(await hostile()),
  ...(await others()),
  ...(await cut()),
  ...(await full()),
]
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
writeFileSync(join(import.meta.dirname, '../docs/reliability.md'), page())
for (const violation of violations) say(violation)
say(`${rows.reduce((sum, row) => sum + row.runs, 0)} runs, ${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1

/** Servers are killed ten times each, once at every step in a random order, on one data folder. */
async function killed() {
  const steps: readonly KillStep[] = [...faultSteps, 'anytime']
  const outcomes: KillOutcome[] = []
  const totals = { purchases: 0, abandoned: 0, received: 0n, answered: 0n, owed: 0n, failed: 0 }
  const worlds = Array.from({ length: Math.ceil(runs / steps.length) }, (_, world) => world)
  const lane = async () => {
    for (let world = worlds.shift(); world !== undefined; world = worlds.shift()) {
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
  await Promise.all(Array.from({ length: lanes }, lane))
  const killViolations = violations.length
  return { totals, violations: killViolations, rows: steps.map((step) => killRow(step, outcomes)) }
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

async function hostile(): Promise<Row[]> {
  const found: Row[] = []
  const names = Object.keys(hostilities)
  for (const name of names) {
    const row = { fault: `Node: ${name}`, runs: 0, payments: 0, outcome: '', violations: 0 }
    const seen: Record<string, number> = {}
    for (let run = 0; run < Math.ceil(chains / names.length); run++) {
      const own = Math.floor(random() * 2 ** 31)
      const report = await inFolder((folder) => runHostileChain(folder, name, own))
      row.runs += 1
      row.payments += report.purchases
      row.violations += report.violations.length
      violations.push(...report.violations.map((text) => `${name}, ${own}: ${text}`))
      for (const [statuses, count] of Object.entries(report.statuses))
        seen[statuses] = (seen[statuses] ?? 0) + count
    }
    row.outcome = counted(seen)
    found.push(row)
    say(`${name}: ${row.runs} runs, ${row.violations} violations`)
  }
  return found
}

/** Each hostile facilitator, a fifth as often as each hostile node: these wait in real time. */
async function others(): Promise<Row[]> {
  const found: Row[] = []
  for (const name of Object.keys(hostileFacilitators)) {
    const row = { fault: `Facilitator: ${name}`, runs: 0, payments: 0, outcome: '', violations: 0 }
    const seen: Record<string, number> = {}
    for (; row.runs < chains / Object.keys(hostilities).length / 5; row.runs++) {
      const report = await inFolder((folder) => runHostileFacilitator(folder, name))
      row.payments += report.purchases
      row.violations += report.violations.length
      violations.push(...report.violations.map((text) => `${name}: ${text}`))
      for (const [word, count] of Object.entries(report.seen))
        seen[word] = (seen[word] ?? 0) + count
    }
    found.push({ ...row, outcome: counted(seen) })
    say(`${name}: ${row.runs} runs, ${row.violations} violations`)
  }
  return found
}

async function cut(): Promise<Row[]> {
  if (resets === 0) return []
  const report = await inFolder((folder) => runCutConnections(folder, resets, seed))
  violations.push(...report.violations)
  return [
    {
      fault: 'Connection reset after the signature was sent',
      runs: resets,
      payments: report.purchases,
      outcome: counted(report.seen),
      violations: report.violations.length,
    },
  ]
}

async function full(): Promise<Row[]> {
  const row = {
    fault: 'Disk full (`ulimit -f`)',
    runs: 0,
    payments: 0,
    outcome: '',
    violations: 0,
  }
  const seen: Record<string, number> = {}
  for (; row.runs < disks; row.runs++) {
    const report = await inFolder(runFullDisk)
    row.payments += report.purchases
    row.violations += report.violations.length
    violations.push(...report.violations)
    for (const [word, count] of Object.entries(report.seen)) seen[word] = (seen[word] ?? 0) + count
  }
  row.outcome = counted(seen)
  return [row]
}

function counted(seen: Readonly<Record<string, number>>): string {
  const entries = Object.entries(seen).filter(([, count]) => count > 0)
  return entries.map(([word, count]) => `${word}: ${count}`).join('; ')
}

function page(): string {
  const { totals } = kills
  const usdc = (amount: bigint) => `${amount} atomic units`
  const command = `node scripts/faults.ts --runs ${runs} --chains ${chains} --resets ${resets} --disks ${disks} --lanes ${lanes} --seed ${seed}`
  const table = rows.map(
    ({ fault, runs: count, payments, outcome, violations: wrong }) =>
      `| ${fault} | ${count} | ${payments} | ${outcome} | ${wrong ?? ''} |`,
  )
  return `# Reliability

Written by \`${command}\` in ${minutes} minutes. A bounded form of the same runs in every \`npm test\` (\`e2e/faults/\`), with a new seed each time, printed when something does not hold.

The server is the built one in a process of its own, with its SQLite record and the embedded chain on disk. Payers are real HTTP clients: they sign, send, and send the same bytes again when they hear nothing. Every other data folder has \`--settlement async\`. Kills come one after the other on the same data folder, so most hit a server that is still recovering from the one before; of the payers left without an answer one in ten never comes back. Payments of a kill are those without an answer when it came; their states are read from the disk.

| fault | runs | payments under way | what happened | violations |
| --- | --- | --- | --- | --- |
${table.join('\n')}

All kills together: ${totals.purchases} payments, ${totals.abandoned} of them abandoned. The chain moved ${usdc(totals.received)} = ${usdc(totals.answered)} answered + ${usdc(totals.owed)} owed; ${totals.failed} payments ended without having moved anything; ${kills.violations} violations.

What is compared after every data folder's last restart, with the chain's ledger read from its file:

1. The sum of the transfers equals the sum of the answered and the owed payments, to the atomic unit.
2. No authorization was used twice, and there is one transfer for each.
3. Whoever was answered has paid on chain; all answers to one payment are the same bytes.
4. Every payer that came back was answered, with the bytes signed first: nobody got a new quote.
5. What has moved is \`answered\` or \`owed\` in the record, never \`failed\`.
6. Once authorizations have expired, one pass of the reconciler leaves no payment \`claimed\`, \`broadcast\` or \`settled\`.

Not covered here: a node that invents a receipt with the right logs for a transaction that does not exist. Whoever runs the node we trust can make us believe that we were paid.
`
}

async function inFolder<value>(run: (folder: string) => Promise<value>): Promise<value> {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-faults-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
