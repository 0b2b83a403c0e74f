import { runFieldsIn } from '@fiq/shared/pricing/bind-plan'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { Connector, Upstream } from '../sources/connector.ts'

/**
 * Creates a check whether an operation may need a source that is paused after repeated failures.
 * The operation may still succeed from a cache or from another source of the area.
 *
 * @param isEnabled - {@link ConnectorContext.enabled}
 * @param restingHosts - hosts with a paused operation.
 */
export function restingSources(
  connectors: readonly Connector[],
  isEnabled: (upstream: Upstream) => boolean,
  restingHosts: () => ReadonlySet<string>,
): (priced: PricedRequest) => boolean {
  const sources = new Map<string, readonly Upstream[]>(
    connectors.flatMap(({ fields, upstreams }) =>
      Object.entries(fields).map(([name, field]) => [name, field.sources ?? upstreams]),
    ),
  )
  return ({ bound }) => {
    const resting = restingHosts()
    if (resting.size === 0) return false
    return runFieldsIn(bound)
      .flatMap(({ coordinate }) => sources.get(coordinate) ?? [])
      .some((upstream) => isEnabled(upstream) && upstream.hosts.some((host) => resting.has(host)))
  }
}
