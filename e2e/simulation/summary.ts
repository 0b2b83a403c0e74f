import { allowedMoves, purchaseMoves } from '../model/allowed-moves.ts'
import type { OutcomeCounts } from './checks/outcomes.ts'
import type { Report } from './worker.ts'
import { hashText } from './world/choices.ts'

/** Sums over consecutive seeds. A later run of the next seeds adds to it. */
export type Run = {
  /** Commit of the sources that ran, and its day. */
  version: string
  from: number
  seeds: number
  /** Purchases of each seed. */
  purchases: number
  tasks: number
  counts: Readonly<Record<string, number>>
  faults: Readonly<Record<string, number>>
  /** How the payments ended, by kind of fault. */
  outcomes: Readonly<Record<string, OutcomeCounts>>
  /** Changes of payments and purchases. */
  moves: Readonly<Record<string, number>>
  /** Seeds that violated an invariant. */
  violated: readonly number[]
  /** Hash of all traces in the order of their seeds. */
  trace: number
  /** Total duration on the machine that ran it. */
  seconds: number
}

export function emptyRun(version: string, from: number, purchases: number): Run {
  return {
    version,
    from,
    purchases,
    seeds: 0,
    tasks: 0,
    counts: {},
    faults: {},
    outcomes: {},
    moves: {},
    violated: [],
    trace: 0,
    seconds: 0,
  }
}

/** Adds the report of the next seed. */
export function addReport(run: Run, report: Report): Run {
  const { seed, hash, tasks, counts, faults, outcomes, moves, failure } = report
  const added = Object.entries(outcomes).map(([kind, each]) => [
    kind,
    sumOf(run.outcomes[kind] ?? {}, each),
  ])
  return {
    ...run,
    seeds: run.seeds + 1,
    tasks: run.tasks + tasks,
    counts: sumOf(run.counts, counts),
    faults: sumOf(run.faults, faults),
    outcomes: { ...run.outcomes, ...Object.fromEntries(added) },
    moves: sumOf(run.moves, moves),
    violated: failure ? [...run.violated, seed] : run.violated,
    trace: hashText(`${seed} ${hash}`, run.trace),
  }
}

/** Moves of the model that no payment and no purchase of a run made. */
export function movesMissing({ moves }: Pick<Run, 'moves'>): string[] {
  const all = [
    ...[...allowedMoves].map((move) => `payment ${move}`),
    ...[...purchaseMoves].map((move) => `purchase ${move}`),
  ]
  return all.filter((move) => moves[move] === undefined)
}

/** The distribution of faults, and the violations. */
export function describeRun(run: Run): string {
  const { seeds, purchases, tasks, counts, faults, violated } = run
  const rows = Object.entries(faults).sort(([, one], [, other]) => other - one)
  const missing = movesMissing(run)
  return [
    `${seeds} seeds, ${seeds * purchases} purchases, ${tasks} tasks`,
    pairsOf(counts).join(', '),
    'Faults:',
    ...rows.map(([kind, count]) => `  ${kind.padEnd(22)} ${String(count).padStart(9)}`),
    ...(missing.length === 0
      ? []
      : [`Moves of the model that did not happen: ${missing.join(', ')}`]),
    violated.length === 0
      ? 'All invariants held.'
      : `Violated by ${violated.length} seeds: ${violated.join(', ')}`,
  ].join('\n')
}

/** One line that depends only on the seeds. */
export function decidedBy({ from, seeds, purchases, counts, violated, trace }: Run): string {
  const parts = [
    `seeds ${from}..${from + seeds - 1}`,
    `purchases ${seeds * purchases}`,
    ...pairsOf(counts),
    `violations ${violated.length}`,
    `trace ${trace.toString(16).padStart(8, '0')}`,
  ]
  return parts.join(' ')
}

function pairsOf(counts: Run['counts']): string[] {
  return Object.entries(counts)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
}

function sumOf(sums: Run['counts'], added: OutcomeCounts | Run['counts']): Run['counts'] {
  const sum: Record<string, number> = { ...sums }
  for (const [name, count] of Object.entries(added)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
