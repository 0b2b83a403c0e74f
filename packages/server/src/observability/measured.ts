import { FiqError } from '@fiq/shared/errors'
import type { Facilitator } from '../settlement/facilitator.ts'
import type { Transport } from '../upstreams/transport.ts'
import type { HourTally } from './hour-tally.ts'
import type { Metrics } from './metrics.ts'

/** A facilitator that measures the time of its settlements. */
export function measuredFacilitator(
  facilitator: Facilitator,
  metrics: Pick<Metrics, 'settled'>,
): Facilitator {
  return {
    ...facilitator,
    async settle(payment, options) {
      const started = performance.now()
      const settlement = await facilitator.settle(payment, options)
      metrics.settled(settlement.outcome, (performance.now() - started) / 1_000)
      return settlement
    },
  }
}

/** Results of the last requests to a host, for operators. */
export type UpstreamHealth = {
  host: string
  answered: number
  failed: number
  /** ISO 8601. */
  lastAnsweredAt: string | null
  lastFailedAt: string | null
  lastFailure: string | null
}

/** A transport that measures its responses and counts their outcomes by host. */
export function measuredTransport(
  transport: Transport,
  metrics: Pick<Metrics, 'upstreamAnswered'>,
  tally: Pick<HourTally, 'source'>,
  now: () => Date,
): { transport: Transport; health(): readonly UpstreamHealth[] } {
  const hosts = new Map<string, UpstreamHealth>()
  const note = (host: string, change: (known: UpstreamHealth) => Partial<UpstreamHealth>) => {
    const known = hosts.get(host) ?? unknownHealth(host)
    hosts.set(host, { ...known, ...change(known) })
  }
  return {
    health: () => [...hosts.values()],
    transport: {
      ...transport,
      async fetch(request) {
        const { host } = request.url
        const started = performance.now()
        const took = () => (performance.now() - started) / 1_000
        try {
          const answer = await transport.fetch(request)
          metrics.upstreamAnswered(host, 'ok', took())
          tally.source(host, false, took() * 1_000)
          const at = now().toISOString()
          note(host, ({ answered }) => ({ answered: answered + 1, lastAnsweredAt: at }))
          return answer
        } catch (error) {
          const code = error instanceof FiqError ? error.code : 'INTERNAL'
          metrics.upstreamAnswered(host, code, took())
          tally.source(host, code !== 'NOT_FOUND', took() * 1_000)
          const at = now().toISOString()
          // "Not found" is a successful answer.
          if (code === 'NOT_FOUND')
            note(host, ({ answered }) => ({ answered: answered + 1, lastAnsweredAt: at }))
          else
            note(host, ({ failed }) => ({
              failed: failed + 1,
              lastFailedAt: at,
              lastFailure: code,
            }))
          throw error
        }
      },
    },
  }
}

function unknownHealth(host: string): UpstreamHealth {
  return {
    host,
    answered: 0,
    failed: 0,
    lastAnsweredAt: null,
    lastFailedAt: null,
    lastFailure: null,
  }
}
