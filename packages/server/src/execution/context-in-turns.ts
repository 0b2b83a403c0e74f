import { turns as processTurns, type Turns } from '../scheduling/turns.ts'
import type { ConnectorContext } from '../sources/connector.ts'

/** Contexts are compared by identity to join their requests, so each gets one in turns. */
const known = new WeakMap<ConnectorContext, ConnectorContext>()

/**
 * The context of an execution: a field that reads a stored value processes it in a turn of the
 * event loop. Stored values resolve at once, so a hundred pages of one list would be filtered and
 * sorted without a pause.
 */
export function contextInTurns(
  context: ConnectorContext,
  turns: Pick<Turns, 'nextDeferred'> = processTurns,
): ConnectorContext {
  let paced = known.get(context)
  if (!paced) {
    paced = {
      ...context,
      async cached(key, maxAgeSeconds, build) {
        const value = await context.cached(key, maxAgeSeconds, build)
        // A function holds no data. Loads that form a batch call it together.
        if (typeof value !== 'function') await turns.nextDeferred()
        return value
      },
    }
    known.set(context, paced)
  }
  return paced
}
