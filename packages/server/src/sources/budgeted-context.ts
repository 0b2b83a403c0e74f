import type { ConnectorContext } from './connector.ts'

/** How many requests may still leave for upstreams. */
export type FetchBudget = {
  /** Counts one request to an upstream; throws when it may not leave. */
  spend(): Promise<void>
  /** Returns what was counted and did not leave. */
  giveBack(units: number): Promise<void>
}

/**
 * The ports of connectors for a request that nobody has paid yet: whatever leaves for an upstream
 * is counted first. Answers that are held already cost nothing.
 *
 * A kept value is built for every caller, so a build that began always ends: its first request is
 * counted before it begins, and the later ones are counted, not refused.
 *
 * @param budget - Without one nothing is counted.
 */
export function budgetedContext(
  context: ConnectorContext,
  budget: FetchBudget | undefined,
): ConnectorContext {
  if (!budget) return context
  const { upstreams } = context
  const fetch: typeof upstreams.fetch = (request) =>
    upstreams.fetch({ ...request, spend: budget.spend })
  return {
    ...context,
    upstreams: { ...upstreams, fetch },
    keep: (key, maxAgeSeconds, build) =>
      context.keep(key, maxAgeSeconds, async (shared) => {
        if (upstreams.mode !== 'live') return build(shared)
        const refusal = await budget.spend().then(
          () => undefined,
          (error: unknown) => ({ error }),
        )
        if (refusal) return fromHeld(build, shared, refusal.error)
        const begun = prepaid(budget)
        try {
          return await build(budgetedContext(shared, begun))
        } finally {
          await begun.end()
        }
      }),
  }
}

/**
 * Builds of what is held already. If anything has to leave for an upstream, the build fails with the
 * refusal, even if it would have gone on without: what lacks something must not be kept.
 */
async function fromHeld<value>(
  build: (context: ConnectorContext) => Promise<value>,
  shared: ConnectorContext,
  refusal: unknown,
): Promise<value> {
  let isRefused = false
  const spend = async () => {
    isRefused = true
    throw refusal
  }
  const [outcome] = await Promise.allSettled([
    build(budgetedContext(shared, { spend, giveBack: async () => {} })),
  ])
  if (isRefused) throw refusal
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** The budget of a build whose first request is counted already. It refuses nothing. */
function prepaid(budget: FetchBudget): FetchBudget & { end(): Promise<void> } {
  let left = 1
  let refused = 0
  return {
    async spend() {
      if (left > 0) left -= 1
      else
        await budget.spend().catch(() => {
          refused += 1
        })
    },
    async giveBack(units) {
      left += units
    },
    end: () => budget.giveBack(Math.max(0, left - refused)),
  }
}
