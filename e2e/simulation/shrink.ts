import type { Invariant } from './checks/books.ts'
import type { Plan } from './plan.ts'
import { type Outcome, runPlan } from './run-plan.ts'
import { delayOf, type FaultKind } from './world/world.ts'
import type { Wraps } from './wraps.ts'

/** A plan that violates an invariant, and its outcome. */
export type Shrunk = { plan: Plan; outcome: Outcome }

/**
 * Makes a failing plan smaller while it violates the same invariant: fewer clients and purchases,
 * one instance, fewer kinds of customers and settings, fewer kinds of fault, then fewer single
 * faults, by halves first, then the least delays: all of them, or each kind that can be least.
 *
 * @param isLate - Whether to stop early.
 */
export async function shrink(
  outcome: Outcome,
  wraps: Wraps,
  isLate: () => boolean,
): Promise<Shrunk> {
  const invariant = outcome.violations[0]!.invariant
  let best: Shrunk = { plan: outcome.plan, outcome }
  const attempt = async (plan: Plan): Promise<boolean> => {
    if (isLate()) return false
    const tried = await runPlan(plan, wraps)
    if (!breaks(tried, invariant)) return false
    best = { plan, outcome: tried }
    return true
  }

  for (const isSmaller of [true, true, true, true, true, true]) {
    const { clients, purchases, instances } = best.plan
    const changes: Partial<Plan>[] = [
      {
        clients: Math.max(1, Math.floor(clients / 2)),
        purchases: Math.max(1, Math.floor(purchases / 2)),
      },
      { clients: Math.max(1, clients - 1) },
      { purchases: Math.max(1, Math.floor(purchases / 2)) },
      { instances: Math.max(1, instances - 1) },
    ]
    let hasShrunk = false
    for (const change of changes) {
      const plan = { ...best.plan, ...change }
      if (isSmaller && sizeOf(plan) < sizeOf(best.plan) && (await attempt(plan))) hasShrunk = true
    }
    if (!hasShrunk) break
  }
  for (const change of spare)
    if (changes(best.plan, change)) await attempt({ ...best.plan, ...change })
  for (const kind of Object.keys(best.plan.perMille) as FaultKind[]) {
    const { [kind]: _, ...perMille } = best.plan.perMille
    await attempt({ ...best.plan, perMille })
  }
  for (let chunks = 2; !isLate(); chunks *= 2) {
    const faults = best.outcome.world.faults.map(({ name }) => name)
    const size = Math.ceil(faults.length / chunks)
    if (size === 0) break
    for (let first = 0; first < faults.length; first += size) {
      const off = [...best.plan.off, ...faults.slice(first, first + size)]
      await attempt({ ...best.plan, off })
    }
    if (size === 1) break
  }
  await leastDelays(() => best, attempt)
  return best
}

/** Sets delays to their least value: all of them at once, or each kind that still fails. */
async function leastDelays(
  best: () => Shrunk,
  attempt: (plan: Plan) => Promise<boolean>,
): Promise<void> {
  const drawn = [...best().outcome.world.choices.streams()].map(delayOf)
  const delays = [...new Set(drawn.filter((delay) => delay !== undefined))]
  if (await attempt({ ...best().plan, least: delays })) return
  for (const delay of delays) {
    const { plan } = best()
    await attempt({ ...plan, least: [...(plan.least ?? []), delay] })
  }
}

/** What a plan may do without. */
const spare: readonly Partial<Plan>[] = [
  ...[{ customers: 0 }, { topUps: 0 }, { agentsPerDay: undefined }, { gasPerHour: undefined }],
  ...[
    { isRemote: false },
    { hasPages: false },
    { hasTools: false },
    { hasMcpAgents: false },
    { hasRoutes: false },
    { dayCap: undefined },
    { monthCap: undefined },
    { sessionCap: undefined },
    { isAsync: false },
  ],
]

function changes(plan: Plan, change: Partial<Plan>): boolean {
  const kept = plan as Readonly<Record<string, unknown>>
  return Object.entries(change).some(([name, value]) => Boolean(kept[name]) !== Boolean(value))
}

function sizeOf({ clients, purchases, instances }: Plan): number {
  return clients + purchases + 10 * instances
}

function breaks({ violations }: Outcome, invariant: Invariant): boolean {
  return violations.some((each) => each.invariant === invariant)
}
