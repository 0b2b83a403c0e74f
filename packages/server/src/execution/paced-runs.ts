import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, ConnectorField, Upstream } from '../sources/connector.ts'
import { defaultRule, hostRules, requestsWithin } from '../upstreams/live/host-rules.ts'

/** A field of a query, and how often the query runs it. */
type Run = { field: Pick<ConnectorField, 'pacedBy'>; runs: number }

/**
 * Refuses a query that needs more requests of one upstream than its pace allows within the time that
 * a request waits for its turn. Only live upstreams have a pace.
 *
 * @throws FiqError `QUERY_TOO_LARGE`
 */
export function refuseBeyondPace(planned: readonly Run[], context: ConnectorContext): void {
  if (context.upstreams.mode !== 'live') return
  const runsBy = new Map<Upstream, number>()
  for (const { field, runs } of planned)
    if (field.pacedBy) runsBy.set(field.pacedBy, (runsBy.get(field.pacedBy) ?? 0) + runs)
  for (const [upstream, runs] of runsBy) {
    if (!context.enabled(upstream)) continue
    const { name, hosts } = upstream
    const rule = hostRules[hosts[0] ?? ''] ?? defaultRule
    const most = requestsWithin(rule)
    if (runs <= most) continue
    const everySeconds = Math.round(1 / rule.perSecond)
    throw new FiqError('QUERY_TOO_LARGE', `The query needs ${runs} requests of ${name}.`, {
      facts: [
        `Requests of one query: at most ${most}`,
        `Pace: one request every ${everySeconds} seconds`,
      ],
      remedy: `Query at most ${most} at a time.`,
    })
  }
}
