import type { DailyQuotas } from './daily-quotas.ts'
import { defaultRule, type HostRule, limitGroup } from './host-rules.ts'
import { rateLimited } from './refusals.ts'
import type { TokenBuckets } from './token-buckets.ts'

/**
 * Decides when a request to a host may be sent: by its rate, its daily quota, and its owner's
 * refusals.
 */
export type HostTurns = {
  /**
   *
   * @returns milliseconds to wait before the request; `undefined` if that is longer than `longestMs`
   * @throws FiqError `UPSTREAM_RATE_LIMITED` if the daily quota is used up or the owner is paused
   */
  take(host: string, longestMs: number): number | undefined
  /**
   * Records a received status, including that of opening a session. 403 and 429 pause the owner's
   * hosts.
   */
  responded(host: string, status: number): void
  /** Records received data, which ends the series of refusals. */
  answered(host: string): void
}

type TurnsPorts = {
  buckets: TokenBuckets
  quotas: DailyQuotas
  rules: Readonly<Record<string, HostRule>>
  /** The owner of a host that is paused after a status 403 or 429. */
  restingOwnerOf(host: string): string | undefined
  /** A monotonic clock, and the wall clock that defines days. */
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
        throw rateLimited(
          host,
          `${owner} refused requests of this server, which sends none until ${time}`,
        )
      }
      const { perDay = Infinity } = rules[host] ?? defaultRule
      const turnMs = buckets.take(host, nowMs(), longestMs)
      if (turnMs === undefined) return undefined
      if (perDay < Infinity && !quotas.spend(limitGroup(host, rules), perDay, wallMs()))
        throw rateLimited(
          host,
          `the ${perDay} requests of the day are used up; the next are possible at midnight UTC`,
        )
      return turnMs
    },
    responded(host, status) {
      const owner = restingOwnerOf(host)
      if (owner !== undefined && (status === 403 || status === 429)) quotas.refused(owner, wallMs())
    },
    answered(host) {
      const owner = restingOwnerOf(host)
      if (owner !== undefined) quotas.answered(owner)
    },
  }
}

/** The error of a request whose turn comes too late. */
export function tooEarly(host: string) {
  return rateLimited(host, 'its pace or its Retry-After allows no request in time')
}
