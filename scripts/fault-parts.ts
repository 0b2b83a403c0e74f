import {
  type CreditKillReport,
  creditKillSteps,
  keyedKillSteps,
  runCreditKills,
  runKeyedCreditKills,
} from '../e2e/faults/credit-kills.ts'
import { type PartReport, runCutConnections } from '../e2e/faults/cut-connections.ts'
import { canMount, runFullDisk } from '../e2e/faults/full-disk.ts'
import { hostilities, runHostileChain } from '../e2e/faults/hostile-chain.ts'
import {
  hostileFacilitators,
  runHostileFacilitator,
  runLostAnswers,
} from '../e2e/faults/hostile-facilitator.ts'
import { runInstances } from '../e2e/faults/instances.ts'
import { between } from '../e2e/faults/random.ts'
import type { startPostgres } from '../e2e/testing/stores.ts'

/** One kind of fault. Each run has its own folder. */
export type Part = { fault: string; runs: number; run(folder: string): Promise<PartReport> }

/** Number of runs, and their parameters. */
export type FaultRuns = {
  count(name: 'chains' | 'resets' | 'disks' | 'credits' | 'restarts'): number
  random(): number
  /** Absent if no PostgreSQL can be started; then its runs are skipped. */
  postgres: Awaited<ReturnType<typeof startPostgres>>
}

const hostileChains = Object.keys(hostilities).length

/** Every fault except the kills during payments. */
export function faultParts(runs: FaultRuns): Part[] {
  return [...nodes(runs), ...others(runs), shortLived(runs), ...local(runs), ...shared(runs)]
}

/**
 * Each hostile facilitator, a fifth as often as each hostile node, because these wait in real time.
 */
function others({ count }: FaultRuns): Part[] {
  const runs = Math.ceil(count('chains') / hostileChains / 5)
  const withNode = Object.keys(hostileFacilitators).map((name) => ({
    fault: `Facilitator: ${name}`,
    runs,
    run: (folder: string) => runHostileFacilitator(folder, name),
  }))
  const lost = 'Facilitator: settles and never answers, to a server without a node'
  return [...withNode, { fault: lost, runs, run: runLostAnswers }]
}

function nodes({ count, random }: FaultRuns): Part[] {
  return Object.keys(hostilities).map((name) => ({
    fault: `Node: ${name}`,
    runs: Math.ceil(count('chains') / hostileChains),
    run: (folder) => hostileNode(folder, name, random),
  }))
}

/** Runs each hostile node in turn. */
function shortLived({ count, random }: FaultRuns): Part {
  const names = Object.keys(hostilities)
  let turn = 0
  return {
    fault: 'Every hostile node until the authorizations, of eight seconds, have expired',
    runs: Math.ceil(count('chains') / 2),
    run: (folder) =>
      hostileNode(folder, names[turn++ % names.length]!, random, { shortLived: true }),
  }
}

async function hostileNode(
  folder: string,
  name: string,
  random: FaultRuns['random'],
  options?: { shortLived: boolean },
): Promise<PartReport> {
  const seed = Math.floor(random() * 2 ** 31)
  const report = await runHostileChain(folder, name, seed, options)
  const violations = report.violations.map((text) => `${name}, ${seed}: ${text}`)
  return { purchases: report.purchases, seen: report.statuses, violations }
}

function local({ count, random }: FaultRuns): Part[] {
  const disks = count('disks')
  return [
    {
      fault: 'Connection reset after the signature was sent',
      runs: Math.ceil(count('resets') / 200),
      run: (folder) => runCutConnections(folder, 200, Math.floor(random() * 2 ** 31)),
    },
    {
      fault: 'No file may grow (`ulimit -f`)',
      runs: disks,
      run: (folder) => runFullDisk(folder, 'files'),
    },
    {
      fault: 'Disk without room (a `tmpfs` of 2 MiB)',
      runs: canMount() ? disks : 0,
      run: (folder) => runFullDisk(folder, 'disk'),
    },
    {
      fault: 'SIGKILL of a server whose customers spend credits, ten to a run',
      runs: Math.ceil(count('credits') / 10),
      run: async (folder) => {
        const steps = Array.from({ length: 10 }, (_, each) => creditKillSteps[each % 3]!)
        return creditKills(await runCreditKills(folder, steps, Math.floor(random() * 2 ** 31)))
      },
    },
    {
      fault:
        'SIGKILL of a server whose customers repeat requests under idempotency keys, ten to a run',
      runs: Math.ceil(count('credits') / 10),
      run: async (folder) => {
        const steps = Array.from({ length: 10 }, (_, each) => keyedKillSteps[each % 4]!)
        return creditKills(await runKeyedCreditKills(folder, steps, Math.floor(random() * 2 ** 31)))
      },
    },
  ]
}

function creditKills(report: CreditKillReport): PartReport {
  const { debits, answered, refunded } = report
  const seen = { debits, answered, 'given back': refunded }
  return { purchases: report.requests, seen, violations: report.violations }
}

/** Three instances over one running PostgreSQL. */
function shared({ count, random, postgres }: FaultRuns): Part[] {
  const restarts = count('restarts')
  if (!postgres) return []
  const database = postgres.url
  const own = () => Math.floor(random() * 2 ** 31)
  const busy = { rounds: 2, purchases: 10, copies: 3 }
  return (['sync', 'async'] as const).flatMap((settlement): Part[] => [
    {
      fault: `Three instances: one payment a hundred times at once, settled ${settlement}`,
      runs: restarts,
      run: (folder) => {
        const plan = { rounds: 2, purchases: 1, copies: 100, settlement }
        return runInstances(folder, { database }, plan, own())
      },
    },
    {
      fault: `Three instances: PostgreSQL restarted as by a crash, settled ${settlement}`,
      runs: restarts,
      run: (folder) => {
        const strike = () => postgres.restart()
        return runInstances(folder, { database, strike }, { ...busy, settlement }, own())
      },
    },
    {
      fault: `Three instances: one killed and started again, settled ${settlement}`,
      runs: restarts,
      run: (folder) => {
        const strike = (restart: (index: number) => Promise<void>) => restart(between(random, 0, 2))
        return runInstances(folder, { database, strike }, { ...busy, settlement }, own())
      },
    },
  ])
}
