import { FiqError } from '@fiq/shared/errors'
import type { Quota, Verdict } from './gcra.ts'

/** Name of the only policy, in both headers. */
export const policyName = 'minute'

/** Response headers by lower-case name. */
export type HeaderFields = Readonly<Record<string, string>>

/** The error of a request over its limit: nothing was executed, settled or charged. */
export class RateLimitedError extends FiqError {
  readonly headers: HeaderFields

  /**
   * Creates the error of a request that the verdict refuses.
   *
   * @param pays - The request carries a signed payment, whose state this error does not state.
   * @param message - The exceeded limit, if it is not the number of requests.
   */
  constructor(
    quota: Quota,
    verdict: Verdict,
    { pays, message }: { pays: boolean; message?: string },
  ) {
    const seconds = secondsOf(verdict.retryAfterMicros)
    super('RATE_LIMITED', message ?? `More than ${quota.requestsPerMinute} requests in a minute.`, {
      facts: [
        ...(message ? [] : [`Limit: ${quota.requestsPerMinute} requests a minute`]),
        `Next request: in ${seconds} s`,
      ],
      ...(pays
        ? { funds: 'at-risk', remedy: 'Send the same payment again after Retry-After.' }
        : { remedy: `Wait ${seconds} s.` }),
    })
    this.headers = { ...rateLimitFields(quota, verdict), 'retry-after': String(seconds) }
  }
}

/**
 * `RateLimit-Policy` and `RateLimit`: the quota and its remainder. Source:
 * draft-ietf-httpapi-ratelimit-headers-10.
 *
 * @example rateLimitFields({ requestsPerMinute: 600 }, verdict) // { 'ratelimit-policy':
 * '"minute";q=600;w=60', ratelimit: '"minute";r=599;t=1' }
 */
export function rateLimitFields({ requestsPerMinute }: Quota, verdict: Verdict): HeaderFields {
  return {
    'ratelimit-policy': `"${policyName}";q=${requestsPerMinute};w=60`,
    ratelimit: `"${policyName}";r=${verdict.remaining};t=${secondsOf(verdict.resetMicros)}`,
  }
}

function secondsOf(micros: number): number {
  return Math.ceil(micros / 1_000_000)
}
