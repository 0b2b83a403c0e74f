import { readFileSync, writeFileSync } from 'node:fs'
import { plantedBugs } from '../e2e/simulation/planted-bugs.ts'
import { table } from './markdown.ts'

/** A large run, as its summary said. Stored by hand after the run. */
type LargeRun = {
  command: string
  minutes: number
  seeds: number
  purchases: number
  tasks: number
  counts: Readonly<Record<string, number>>
  faults: Readonly<Record<string, number>>
  violations: number
}
type FoundBug = { bug: string; purchases: number; seed?: number; invariant?: string }

function readJson<value>(name: string): value {
  const file = new URL(`../e2e/simulation/${name}`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as value
}

/** The part of `docs/reliability.md` about the simulator, between its marks. */
export function simulationSection(): string {
  const run = readJson<LargeRun>('large-run.json')
  const seeds = readJson<FoundBug[]>('planted-seeds.json')
  const faults = Object.entries(run.faults).sort(([, one], [, other]) => other - one)
  const bugs = seeds.map(({ bug, purchases, seed, invariant }) => {
    const { does, guard } = plantedBugs[bug]!
    const found = seed === undefined ? `not in ${purchases} purchases: ${guard}` : `seed ${seed}`
    return [bug, does, found, invariant ?? '']
  })
  return `## Simulated purchases

\`pnpm run simulate --seeds N --purchases M [--from SEED] [--minutes T]\` runs whole worlds in virtual time. The money path of the server, its record, credits, lease, settler and reconciler are the real ones, and so are the client's journal, budget and retries. The disk, the network, the chain and the clocks are simulated. One seed decides every choice, so a seed that fails replays exactly. Each seed draws half of the kinds of fault, a rate for each, sync or async, and one to three instances.

The databases and the chain record what happens, and these must hold:

${table(['when', 'what must hold'], checks)}

\`${run.command}\` ran ${run.seeds} seeds with ${run.purchases} purchases and ${run.tasks} tasks in ${run.minutes} minutes, in one process on a busy machine, and found ${run.violations} ${run.violations === 1 ? 'violation' : 'violations'}. Of the purchases, ${run.counts['answered']} were answered, ${run.counts['moved']} payments moved money, ${run.counts['owed']} were owed an answer at the end and ${run.counts['failed']} payments ended without a transfer. Customers on credits got ${run.counts['onCredits']} answers. A million purchases, the goal, have not been run.

${table(
  ['fault', 'times'],
  faults.map(([kind, times]) => [kind, String(times)]),
)}

Bugs that are planted around the real parts show that the invariants find what they are for. \`e2e/simulation/simulation.test.ts\` runs each with its seed of 100 purchases, beside 2,000 purchases with fresh seeds and every regression in \`e2e/simulation/regressions\`. With ten more seeds of one instance it checks that the events of each payment are steps of the [model](payment-model.md):

${table(['planted bug', 'what it does', 'found by', 'invariant'], bugs)}

Faults that the simulator found in the product, mended since:

1. A transaction of the settler failed because an earlier one had moved the money. A replica some blocks behind said that the transfer would work, and the payment was called failed.
2. The token was paused after a payment had moved. The token looks at the pause before the nonce, and the payment was called failed.
3. Two instances got one payment at once. The second found its identifier taken, by the same payment, and told the payer \`untouched\`.
4. A payer canceled, and a reorganisation took the cancellation back. The client called every used nonce spent; it now reads from the token's log how the nonce ended.
5. A reserved payment whose answer failed was told \`untouched\`. A copy of the request arrived and moved it. A server now says \`untouched\` only of an authorization that is over on the chain.
6. A payment in a sent transaction was called failed while the token was paused. A reorganisation removed that block, and the transaction moved the money. What was sent now fails only when its authorization is over.

Not covered by the simulator: real disks, PostgreSQL, sockets and TLS, threads, the HTTP surfaces above the query service, the local proxy, facilitators of others, top-ups, a contract wallet, and a disk that loses acknowledged commits. The runs above cover the first five.`
}

const checks = [
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
  ['the end', 'ten minutes after the last fault no payment is unfinished'],
]

const docsFolder = new URL('../docs/', import.meta.url)

/** The page of reliability with the current section in the place of the one it holds, by its path. */
export function simulatedPage(): Readonly<Record<string, string>> {
  const name = 'reliability.md'
  const text = readFileSync(new URL(name, docsFolder), 'utf8')
  const marked = /(?<=<!-- simulation -->\n)[\s\S]*?(?=<!-- \/simulation -->)/
  return { [name]: text.replace(marked, () => `${simulationSection()}\n`) }
}

if (import.meta.main)
  for (const [name, text] of Object.entries(simulatedPage()))
    writeFileSync(new URL(name, docsFolder), text)
