import type { ConnectorContext } from './connector.ts'

/**
 * The ports of connectors for a request that nobody has paid yet: whatever leaves for an upstream
 * is counted first. Answers that are held already cost nothing.
 *
 * @param spend - Counts one request to an upstream; throws when it may not leave.
 */
export function budgetedContext(
  context: ConnectorContext,
  spend: () => void | Promise<void>,
): ConnectorContext {
  const { upstreams } = context
  const fetch: typeof upstreams.fetch = (request) => upstreams.fetch({ ...request, spend })
  return { ...context, upstreams: { ...upstreams, fetch } }
}
