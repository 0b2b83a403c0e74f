/** A process that runs the seeds sent by its parent, one after the other. */
import './world/install.ts'
import type { OutcomeCounts } from './checks/outcomes.ts'

export type Order = { seed: number; purchases: number; bug?: string | undefined } & {
  /** Time limit for shrinking a failing seed. */
  shrinkSeconds: number
}
export type Report = {
  seed: number
  hash: number
  counts: Readonly<Record<string, number>>
  faults: Readonly<Record<string, number>>
  /** How the payments ended, by kind of fault. */
  outcomes: Readonly<Record<string, OutcomeCounts>>
  /** Changes of payments and purchases. */
  moves: Readonly<Record<string, number>>
  tasks: number
  /** A failing seed's shrunk plan, violated invariant, and story. */
  failure?: { invariant: string; plan: object; story: string } | undefined
}

const { outcomesByFault } = await import('./checks/outcomes.ts')
const { planOf } = await import('./plan.ts')
const { runPlan } = await import('./run-plan.ts')
const { storyOf } = await import('./story.ts')
const { shrink } = await import('./shrink.ts')
const { plantedBugs, planWith } = await import('./planted-bugs.ts')
const { noWraps } = await import('./wraps.ts')
// The product loads modules on first use, which would be real input during a run.
await runPlan({ ...planOf(1, 2), perMille: {} })

process.on('message', async ({ seed, purchases, bug, shrinkSeconds }: Order) => {
  const wraps = bug === undefined ? noWraps : { ...noWraps, ...plantedBugs[bug]?.wraps }
  const outcome = await runPlan(planWith(bug, seed, purchases), wraps)
  const { hash, violations, books, world } = outcome
  const report: Report = {
    seed,
    hash,
    counts: books.counts,
    tasks: world.tasksRun,
    faults: Object.fromEntries(world.faultsSeen),
    outcomes: outcomesByFault(books, world),
    moves: Object.fromEntries(books.moves),
  }
  if (violations.length > 0) {
    const began = process.hrtime.bigint()
    const isLate = () => process.hrtime.bigint() - began > BigInt(shrinkSeconds) * 1_000_000_000n
    const shrunk = await shrink(outcome, wraps, isLate)
    report.failure = {
      invariant: violations[0]!.invariant,
      plan: shrunk.plan,
      story: storyOf(shrunk.outcome),
    }
  }
  process.send?.(report)
})
