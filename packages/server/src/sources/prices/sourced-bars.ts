import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Origin } from '../../upstreams/transport.ts'
import type { Bar, ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import { ageDays, provenanceOf } from '../sourced.ts'
import { type Range, withinRange } from './range.ts'

/** Days after which the newest bar is stale: a long weekend and one day. */
const staleAfterDays = 5

/** Whether the newest bar is too old, also for imported bars. */
export function areBarsStale(newestDay: string, now: Date): boolean {
  return ageDays(newestDay, now) > staleAfterDays
}

/**
 * The bars of a range with their source. Their time is that of the newest bar.
 *
 * @param bars oldest first
 * @param currency absent for an index
 * @throws FiqError `NOT_FOUND` if there are no bars
 */
export function sourcedBars(
  upstream: Upstream,
  answer: Origin,
  chart: {
    symbol: string
    bars: readonly Bar[]
    range: Range
    currency?: string | null | undefined
  },
  { now }: Pick<ConnectorContext, 'now'>,
): SourcedBars {
  const { symbol, bars, range, currency } = chart
  const asOf = bars.at(-1)?.date
  if (asOf === undefined) throw new FiqError('NOT_FOUND', `${symbol} has no bars.`)
  const stale = areBarsStale(asOf, now())
  return {
    value: withinRange(bars, range),
    provenance: [provenanceOf(upstream, answer, { asOf, stale })],
    ...defined({ currency: currency ?? undefined }),
  }
}
