import type { DailyQuotas } from './daily-quotas.ts'
import { defaultRule, type HostRule, limitGroup } from './host-rules.ts'
import { rateLimited } from './refusals.ts'
import type { TokenBuckets } from './token-buckets.ts'

/** When a request to a host may leave: by its rate, its day, and its owner's refusals. */
export type HostTurns = {
  /**
   * @returns milliseconds to wait before the request leaves
   * @throws FiqError `UPSTREAM_RATE_LIMITED` if that is longer than `longestMs`, if the requests of
   * the day are spent, or if the owner is left alone
   */
  take(host: string, longestMs: number): number
  /** A status was received, also one that opens a session: 403 and 429 pause the owner's hosts. */
  came(host: string, status: number): void
  /** Data was received. Forgets earlier refusals. */
  answered(host: string): void
}

type TurnsPorts = {
  buckets: TokenBuckets
  quotas: DailyQuotas
  rules: Readonly<Record<string, HostRule>>
  /** The owner of a host that is paused after a status 403 or 429. */
  restingOwnerOf(host: string): string | undefined
  /** A monotonic clock, and that of the wall, which days follow. */
  nowMs(): number
  wallMs(): number
}

export function hostTurns(ports: TurnsPorts): HostTurns {
  const { buckets, quotas, rules, restingOwnerOf, nowMs, wallMs } = ports
  return {
    take(host, longestMs) {
      const owner = restingOwnerOf(host)
      const until = owner === undefined ? undefined : quotas.restsUntil(owner, wallMs())
      if (until !== undefined) {
        const time = new Date(until).toISOString()
        throw rateLimited(host, `${owner} refused our requests and is left alone until ${time}`)
      }
      const { perDay = Infinity } = rules[host] ?? defaultRule
      const turnMs = buckets.take(host, nowMs(), longestMs)
      if (turnMs === undefined) throw rateLimited(host, 'wait for Retry-After')
      if (perDay < Infinity && !quotas.spend(limitGroup(host, rules), perDay, wallMs()))
        throw rateLimited(host, `the ${perDay} requests of a day are spent until midnight UTC`)
      return turnMs
    },
    came(host, status) {
      const owner = restingOwnerOf(host)
      if (owner !== undefined && (status === 403 || status === 429)) quotas.refused(owner, wallMs())
    },
    answered(host) {
      const owner = restingOwnerOf(host)
      if (owner !== undefined) quotas.answered(owner)
    },
  }
}
