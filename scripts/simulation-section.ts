import { readFileSync, writeFileSync } from 'node:fs'
import { plantedBugs } from '../e2e/simulation/planted-bugs.ts'
import type { Run } from '../e2e/simulation/summary.ts'
import { table } from './markdown.ts'

type FoundBug = { bug: string; purchases: number; seed?: number; invariant?: string }

function readJson<value>(name: string): value {
  const file = new URL(`../e2e/simulation/${name}`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as value
}

/** The section of `docs/reliability.md` about the simulator, between its marks. */
export function simulationSection(): string {
  const run = readJson<Run>('large-run.json')
  const seeds = readJson<FoundBug[]>('planted-seeds.json')
  const faults = Object.entries(run.faults).sort(([, one], [, other]) => other - one)
  const bugs = seeds.map(({ bug, purchases, seed, invariant }) => {
    const { does, guard } = plantedBugs[bug]!
    const found = seed === undefined ? `not in ${purchases} purchases: ${guard}` : `seed ${seed}`
    return [bug, does, found, invariant ?? '']
  })
  return `## Simulated purchases

\`pnpm run simulate --seeds N --purchases M [--from SEED] [--minutes T] [--into FILE]\` runs whole worlds in virtual time. The money path of the server, its record, credits, lease, settler and reconciler are the real ones, and so are the client's journal, budget and retries. The disk, the network, the chain and the clocks are simulated. One seed decides every choice, so a seed that fails replays exactly. \`--into\` stores the sums of a run, and a later run continues it. Each seed draws half of the kinds of fault, a rate for each, sync or async, one to three instances, and who settles: the server or a facilitator of a third party. Half of the seeds buy credits too, in a quarter agents buy through the gateway of the local proxy, in a fifth the caps are low, and in half the server pays for gas, up to a ceiling.

The databases and the chain record what happens, and these must hold:

${table(['when', 'what must hold'], checks)}

${describeRun(run)} The run was made with the version before the last changes of the client. Seed 302128 violated one invariant, the ceiling of gas of an hour: the settler spent more than its operator allows. No money moved twice and none was lost. It is the seventh of the faults below, mended since.

${table(
  ['fault', 'times'],
  faults.map(([kind, times]) => [kind, grouped(times)]),
)}

Bugs that are planted around the real parts show that the invariants find what they are for. \`e2e/simulation/simulation.test.ts\` runs each with its seed of 100 purchases, beside 2,000 purchases with fresh seeds and every regression in \`e2e/simulation/regressions\`. With twelve more seeds of one to three instances it checks that the events of each payment are steps of the [model](payment-model.md):

${table(['planted bug', 'what it does', 'found by', 'invariant'], bugs)}

Faults that the simulator found in the product, mended since:

1. A transaction of the settler failed because an earlier one had moved the money. A replica some blocks behind said that the transfer would work, and the payment was called failed.
2. The token was paused after a payment had moved. The token looks at the pause before the nonce, and the payment was called failed.
3. Two instances got one payment at once. The second found its identifier taken, by the same payment, and told the payer \`untouched\`.
4. A payer canceled, and a reorganisation took the cancellation back. The client called every used nonce spent; it now reads from the token's log how the nonce ended.
5. A reserved payment whose answer failed was told \`untouched\`. A copy of the request arrived and moved it. A server now says \`untouched\` only of an authorization that is over on the chain.
6. A payment in a sent transaction was called failed while the token was paused. A reorganisation removed that block, and the transaction moved the money. What was sent now fails only when its authorization is over.
7. The server recorded the gas of a transaction after its receipt. A server that was killed before that, or whose disk was full, forgot it: in one seed two transactions with 27 payments. The server now stores the highest cost before it sends a transaction, and checks the ceiling in the same statement.

Not covered by the simulator: real disks, PostgreSQL, sockets and TLS, threads, the HTTP surfaces of server and proxy, a contract wallet, and torn pages. The runs above cover the first five. \`e2e/faults/torn-writes.test.ts\` covers torn pages of SQLite: after a power failure that leaves any mixture of old, new and damaged sectors, every acknowledged write is whole, and the next one is whole or absent. A disk that loses acknowledged commits is one of the planted bugs: no server can keep its promises on it.`
}

/** The goal for the number of simulated purchases. */
const goal = 1_000_000

function describeRun({ from, seeds, purchases, tasks, seconds, counts, violated }: Run): string {
  const command = `pnpm run simulate --seeds ${seeds} --purchases ${purchases} --from ${from}`
  const minutes = Math.ceil(seconds / 60)
  const found =
    violated.length === 0
      ? 'No invariant was violated.'
      : `${violated.length === 1 ? 'One seed' : `${violated.length} seeds`} violated an invariant: ${violated.join(', ')}.`
  const rest =
    seeds * purchases < goal
      ? ` The goal is ${grouped(goal)} purchases; ${grouped(goal - seeds * purchases)} of them have not been run.`
      : ''
  const count = (name: string) => grouped(counts[name] ?? 0)
  return `\`${command}\` runs ${grouped(seeds)} seeds with ${grouped(seeds * purchases)} purchases and ${grouped(tasks)} tasks. It took ${minutes} minutes in one and later two processes on a busy machine. ${found} Of the payments, ${count('answered')} were answered, ${count('moved')} moved money, ${count('owed')} were owed an answer at the end and ${count('failed')} ended without a transfer. Customers on credits got ${count('onCredits')} answers.${rest}`
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}

const checks = [
  ['each commit of a server', 'the change of a payment is a move of the model'],
  ['each commit of a server', 'credits for more than 10 USDC are given only for a final payment'],
  ['each broadcast', 'every authorization in it is on disk with this hash, or has settled'],
  ['each broadcast', 'its instance has asked whether it holds the settlement lease'],
  ['each answer', 'sync: the payment has moved; async: what is unpaid is within the limits'],
  ['each answer', 'the same bytes for one payment; a repeated answer is not sold again'],
  ['each execution', 'what ran costs no more than what was paid'],
  ['each word about money', '`untouched` never moves; `spent` and `owed` have moved'],
  ['each commit of a client', 'the caps hold; `void` can never move; a request is bought once'],
  ['each block', 'the sum of all wallets is constant'],
  ['the end', 'what moved is answered or owed, and nothing else is'],
  ['the end', 'credits: what was charged is what was answered; gifts are those of the answers'],
  ['the end', 'the settler spends no more gas in an hour than its ceiling'],
  ['the end', 'ten minutes after the last fault no payment is unfinished'],
]

const docsFolder = new URL('../docs/', import.meta.url)

/** The page of reliability, by its path, with the current section. */
export function simulatedPage(): Readonly<Record<string, string>> {
  const name = 'reliability.md'
  const text = readFileSync(new URL(name, docsFolder), 'utf8')
  const marked = /(?<=<!-- simulation -->\n)[\s\S]*?(?=<!-- \/simulation -->)/
  return { [name]: text.replace(marked, () => `${simulationSection()}\n`) }
}

if (import.meta.main)
  for (const [name, text] of Object.entries(simulatedPage()))
    writeFileSync(new URL(name, docsFolder), text)
