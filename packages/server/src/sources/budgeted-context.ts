import type { ConnectorContext } from './connector.ts'

/** A limit on the requests that the server sends to upstreams. */
export type FetchBudget = {
  /** Counts one request to an upstream. Throws if the budget is exhausted. */
  spend(): Promise<void>
  /** Returns units of requests that were not sent. */
  refund(units: number): Promise<void>
}

/**
 * The context of connectors for an unpaid request. It counts each request before it is sent to an
 * upstream. A cached response costs nothing.
 *
 * `cached` builds a value for every caller, so a started build always completes: the budget may
 * refuse only its first request, and counts the later ones.
 *
 * @param budget - If it is undefined, nothing is counted.
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
    cached: (key, maxAgeSeconds, build) =>
      context.cached(key, maxAgeSeconds, async (shared) => {
        if (upstreams.mode !== 'live') return build(shared)
        const refusal = await budget.spend().then(
          () => undefined,
          (error: unknown) => ({ error }),
        )
        if (refusal) return fromCache(build, shared, refusal.error)
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
 * Builds from cached responses only. If the build needs an upstream, it fails with the refusal,
 * even if it could continue without: `cached` must not store an incomplete value.
 */
async function fromCache<value>(
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
    build(budgetedContext(shared, { spend, refund: async () => {} })),
  ])
  if (isRefused) throw refusal
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** The budget of a build whose first request is already counted. It refuses nothing. */
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
    async refund(units) {
      left += units
    },
    end: () => budget.refund(Math.max(0, left - refused)),
  }
}
