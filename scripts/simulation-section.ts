import { readFileSync, writeFileSync } from 'node:fs'
import { outcomes } from '../e2e/simulation/checks/outcomes.ts'
import { plantedBugs } from '../e2e/simulation/planted-bugs.ts'
import { movesMissing, type Run } from '../e2e/simulation/summary.ts'
import { table } from './markdown.ts'

type FoundBug = { bug: string; purchases: number; seed?: number; invariant?: string }

function readJson<value>(name: string): value {
  const file = new URL(`../e2e/simulation/${name}`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as value
}

/** Purchases of a run that needs no other one beside it. */
const enough = 1_000_000

/** The run of a million purchases is of an earlier version, and has neither outcomes nor moves. */
type LargeRun = Omit<Run, 'version' | 'outcomes' | 'moves'> & Partial<Run>

const ofEarlierVersion =
  'This run used an earlier version with fewer kinds of fault and fewer checks. Seed 302128 violated the ceiling of gas in an hour: the settler spent more than its operator allows. No money moved twice and none was lost. This is the seventh of the faults below, and it is fixed.'

/** The earlier large run, until the newest run is as large. */
function earlierRun(newest: Run): string[] {
  if (newest.seeds * newest.purchases >= enough) return []
  const large = readJson<LargeRun>('large-run.json')
  return [
    `${describeRun(large)} ${ofEarlierVersion}`,
    table(['fault', 'times'], timesOf(large.faults)),
  ]
}

/** The section of `docs/reliability.md` about the simulator, between its marks. */
export function simulationSection(): string {
  const newest = readJson<Run>('newest-run.json')
  const seeds = readJson<FoundBug[]>('planted-seeds.json')
  const bugs = seeds.map(({ bug, purchases, seed, invariant }) => {
    const { does, guard } = plantedBugs[bug]!
    const found = seed === undefined ? `not in ${purchases} purchases: ${guard}` : `seed ${seed}`
    return [bug, does, found, invariant ?? '']
  })
  return `## Simulated purchases

\`pnpm run simulate --seeds N --purchases M [--from SEED] [--minutes T] [--into FILE]\` runs servers, clients and a chain together in one process, in virtual time. The simulator uses the real money path of the server, with its record, credits, lease, settler and reconciler, and the real journal, budget and retries of the client. It simulates the disk, the network, the chain and the clocks. One seed determines every choice, so a seed that fails can be replayed exactly. With \`--into\`, a run stores its sums and a later run continues it.

Each seed draws half of the kinds of fault and a rate for each, \`--settlement\` sync or async, one instance in five of eight seeds and otherwise two or three, and who settles: the server, or a facilitator of a third party. In half of the seeds, payers also buy credits. In a quarter, agents buy through the local proxy, and in half of these by MCP over standard input. In a third, a cap of a day, of 30 days or of a session is low; in a quarter, the wallets are poor. Databases and journals are restored from backups, and a journal is copied to a second machine. Payers cancel authorizations, submit them to the chain themselves, and claim credits while the same request runs; wallets sign late or not at all. In four of five, users fund an empty wallet and raise a cap that is reached. In half, the server pays for gas, up to a ceiling. In a fifth, requests pass through the HTTP routes of GraphQL and credits, and in most of these also through those of the typed tools and of MCP, in its versions 2025-06-18, 2025-11-25 and 2026-07-28. In about one of forty, the server writes real SQLite files; a crash leaves any mixture of the sectors before and after the last commit, and SQLite recovers them.

The databases and the chain record what happens. The simulator checks these invariants:

${table(['when', 'what must hold'], checks)}

${[...earlierRun(newest), describeRun(newest)].join('\n\n')}

${outcomesByFault(newest.faults, newest.outcomes)}

To show that the invariants find faults, bugs are planted around the real parts. \`e2e/simulation/simulation.test.ts\` runs each bug with its seed of 100 purchases. It also runs 2,000 purchases with new seeds, and every regression in \`e2e/simulation/regressions\`. A regression with the member \`reaches\` shows that a rare move of the model happens in the real code. With twelve more seeds, of one to three instances, it checks that the events of each payment are steps of the [model](payment-model.md):

${table(['planted bug', 'what it does', 'found by', 'invariant'], bugs)}

Faults that the simulator found in the product, all fixed:

1. A transaction of the settler failed because an earlier one had moved the money. A replica of the node that was some blocks behind reported that the transfer would work, so the server marked the payment as failed.
2. The token was paused after a payment had moved money. The token checks the pause before the nonce, so the server marked the payment as failed.
3. Two instances got the same payment at once. The second found the payment identifier taken by the first, and reported the money as \`untouched\`.
4. A payer canceled an authorization, and a reorganisation of the chain removed the cancellation. The client counted every used nonce as spent. Now it reads from the log of the token whether the nonce was used by a transfer or a cancellation.
5. The answer to a deferred payment failed, and the server reported the money as \`untouched\`. Then a copy of the request arrived, and the payment moved money. Now the server reports \`untouched\` only if the authorization has ended on the chain.
6. While the token was paused, the server marked a payment in a sent transaction as failed. A reorganisation removed the block with the pause, and the transaction moved the money. Now a sent payment fails only after its authorization has ended.
7. The server recorded the gas of a transaction after its receipt. If the server was killed before that, or its disk was full, it lost the record: in one seed, of two transactions with 27 payments. Now the server stores the highest cost before it sends a transaction, and checks the ceiling in the same statement.
8. A wallet agent signed for longer than the 45 seconds that a process may hold a reservation. Another command of the same request was told that no money moved, and then the first one signed and paid. Now the other command gives up the reservation first, so that a late signature is neither stored nor sent.

The simulator does not cover real disks, PostgreSQL, sockets and TLS, threads, the HTTP of the proxy, the forms in which a user approves, and contract wallets. The runs above cover the first five. \`e2e/faults/torn-writes.test.ts\` tears the pages of larger SQLite files, with damaged sectors too. A disk that loses acknowledged commits is one of the planted bugs, because no server can work correctly on such a disk.`
}

function timesOf(faults: Run['faults']): string[][] {
  return Object.entries(faults)
    .sort(([, one], [, other]) => other - one)
    .map(([kind, times]) => [kind, grouped(times)])
}

/** How often each fault happened, and how the payments ended during which it did. */
function outcomesByFault(faults: Run['faults'], counts: Run['outcomes']): string {
  const rows = [...timesOf(faults), ['none', '']].map(([kind = '', times = '']) => {
    const ended = outcomes.map((outcome) => counts[kind]?.[outcome] ?? 0)
    const payments = ended.reduce((sum, each) => sum + each, 0)
    return [kind, times, ...[payments, ...ended].map(grouped)]
  })
  return `A payment counts for each fault that happened between its first and its last event; a fault of one client counts for the payments of this client only. Answers are not fetched if the payer stopped asking, or took credits instead. A payment elsewhere is one that the client sent to a server that refused it, kept it, and settled it later.

${table(['fault', 'times', 'payments', ...outcomes], rows)}`
}

function describeRun(run: LargeRun): string {
  const { version = 'an earlier commit', from, seeds, purchases, tasks, seconds } = run
  const { counts, moves, violated } = run
  const command = `pnpm run simulate --seeds ${seeds} --purchases ${purchases} --from ${from}`
  const minutes = Math.ceil(seconds / 60)
  const found =
    violated.length === 0
      ? 'No invariant was violated.'
      : `${violated.length === 1 ? 'One seed' : `${violated.length} seeds`} violated an invariant: ${violated.join(', ')}.`
  const missing = moves ? movesMissing({ moves }) : []
  const unseen =
    missing.length === 0 ? '' : ` These moves of the model did not happen: ${missing.join(', ')}.`
  const count = (name: string) => grouped(counts[name] ?? 0)
  return `Of the sources of ${version}, \`${command}\` ran ${grouped(seeds)} seeds with ${grouped(seeds * purchases)} purchases and ${grouped(tasks)} tasks. It took ${minutes} minutes. ${found} Of the payments, ${count('answered')} were answered, ${count('moved')} moved money, ${count('owed')} were still owed an answer at the end, and ${count('failed')} ended without a transfer. Customers on credits got ${count('onCredits')} answers.${unseen}`
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}

const checks = [
  [
    'each commit of a server',
    'each change of a payment is a transition of the model; so is each change of the settlement lease',
  ],
  ['each commit of a client', 'each change of a purchase is a transition of the model'],
  ['each commit of a server', 'credits for more than 10 USDC are given only for a final payment'],
  ['each crash of real files', 'every acknowledged commit is complete'],
  ['each sent payment', 'its bytes are in the journal of the client'],
  ['each broadcast', 'every authorization in it is on disk with this hash, or has settled'],
  ['each broadcast', 'its instance has checked that it holds the settlement lease'],
  ['each answer', 'sync: the payment has moved money; async: unpaid answers are within the limits'],
  ['each answer', 'one payment always gets the same bytes; no answer is charged twice'],
  [
    'each refusal of a restored server',
    'a payment that moved money is not refused while its authorization is valid',
  ],
  ['each answer', 'it has the data that its request named, at the server and at the client'],
  ['each execution', 'the executed fields cost no more than the payment'],
  [
    'each report of funds',
    'a payment reported as `untouched` never moves money, unless a later command of the same user begins its purchase again; one reported as `spent` or `owed` has moved it',
  ],
  [
    'each commit of a client',
    'the caps hold; a payment is given up only when it can no longer settle; one marked `void` can never move money; a request is bought once',
  ],
  ['each block', 'the sum of all wallets is constant'],
  [
    'the end',
    'a payment is answered or owed exactly if it moved money, except one that the server refused and its payer then submitted itself without asking again, and one that a restored backup does not hold',
  ],
  [
    'the end',
    'the credits charged are those of the answers; the credits given are those that the answers state, and belong to the wallet that paid',
  ],
  ['the end', 'the settler spends no more gas in an hour than its ceiling allows'],
  ['a run without faults', 'the only refusals are those of an empty wallet or a cap'],
  [
    'each stop of a server',
    'it answers its open requests within 30 seconds, and closes within five minutes',
  ],
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
