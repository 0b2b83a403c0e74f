import type { UpstreamRequest } from '../transport.ts'
import type { DailyQuotas } from './daily-quotas.ts'
import type { Exchange } from './exchange.ts'
import { defaultRule, type HostRule, limitGroup } from './host-rules.ts'
import { rateLimited, retryAfterMs } from './refusals.ts'
import type { TokenBuckets } from './token-buckets.ts'

/**
 * Decides when a request to a host may be sent: by its rate, its daily quota, and its owner's
 * refusals.
 */
export type HostTurns = {
  /**
   * Waits for the turn of a request. With patience for its host, the wait extends the deadline.
   *
   * @returns `false`, at once, if the turn comes after the deadline and the patience
   * @throws FiqError `UPSTREAM_RATE_LIMITED` if the daily quota is used up or the owner is paused,
   * also since the wait began
   */
  take(request: Pick<UpstreamRequest, 'url' | 'perDay'>, time: Time): Promise<boolean>
  /**
   * Records a response, including that of opening a session. 403 and 429 pause the owner's hosts,
   * and 429 the host until the time of `Retry-After`.
   */
  responded(host: string, response: Pick<Exchange, 'status' | 'headers'>): void
  /** Records received data, which ends the series of refusals. */
  answered(host: string): void
}

/** The end of a request with its retries, on the monotonic clock. */
export type Time = { deadline: number }

type TurnsPorts = {
  buckets: TokenBuckets
  quotas: DailyQuotas
  rules: Readonly<Record<string, HostRule>>
  /** The owner of a host that is paused after a status 403 or 429. */
  restingOwnerOf(host: string): string | undefined
  /** A monotonic clock, and the wall clock that defines days. */
  nowMs(): number
  wallMs(): number
  wait(ms: number): Promise<void>
}

/** @param ports.rules by host; hosts without one use the default */
export function hostTurns(ports: TurnsPorts): HostTurns {
  const { buckets, quotas, rules, restingOwnerOf, nowMs, wallMs, wait } = ports
  const refusePaused = (host: string) => {
    const owner = restingOwnerOf(host)
    const until = owner === undefined ? undefined : quotas.restsUntil(owner, wallMs())
    if (until === undefined) return
    const time = new Date(until).toISOString()
    throw rateLimited(
      host,
      `${owner} refused requests of this server, which sends none until ${time}`,
    )
  }
  return {
    async take({ url: { host }, perDay: ofTable }, time) {
      refusePaused(host)
      const rule = rules[host] ?? defaultRule
      const { perDay: all = Infinity, ofTablesPerDay = 0, patienceMs = 0 } = rule
      const perDay = ofTable === undefined ? all - ofTablesPerDay : all
      const longestMs = Math.max(patienceMs, time.deadline - nowMs())
      const turnMs = buckets.take(host, nowMs(), longestMs)
      if (turnMs === undefined) return false
      if (perDay < Infinity && !quotas.spend(limitGroup(host, rules), perDay, wallMs()))
        throw rateLimited(
          host,
          `the ${perDay} requests of the day are used up; the next are possible at midnight UTC`,
        )
      if (turnMs > 0) await wait(turnMs)
      refusePaused(host)
      if (patienceMs > 0) time.deadline += turnMs
      return true
    },
    responded(host, { status, headers }) {
      if (status === 429)
        buckets.pause(host, nowMs() + retryAfterMs(headers['retry-after'], wallMs()))
      const owner = restingOwnerOf(host)
      if (owner !== undefined && (status === 403 || status === 429)) quotas.refused(owner, wallMs())
    },
    answered(host) {
      const owner = restingOwnerOf(host)
      if (owner !== undefined) quotas.answered(owner, wallMs())
    },
  }
}

/** The error of a request whose turn comes too late. */
export function tooEarly(host: string) {
  return rateLimited(host, 'its pace or its Retry-After allows no request in time')
}
