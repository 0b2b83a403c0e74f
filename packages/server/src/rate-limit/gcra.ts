/** Number of requests per minute, and how many of them may come at once. */
export type Quota = {
  /**
   * Requests a minute, and the default of `burst`. Integer, at least 1; less is allowed with a
   * `burst`.
   */
  requestsPerMinute: number
  /** Maximum requests at once. */
  burst?: number
}

/** A limit's decision on one request. Times are whole microseconds. */
export type Verdict = {
  allowed: boolean
  /** Requests that may follow at once. */
  remaining: number
  /** Time until the next request is allowed; 0 if this one was. */
  retryAfterMicros: number
  /** Time until the whole quota is available. */
  resetMicros: number
}

const minuteMicros = 60_000_000

/** Microseconds that one request takes, and the maximum that may be used at once. */
export function spacingOf(
  { requestsPerMinute, burst = requestsPerMinute }: Quota,
  units = 1,
): { interval: number; tolerance: number } {
  const each = Math.ceil(minuteMicros / requestsPerMinute)
  const tolerance = each * burst
  return { interval: Math.min(each * units, tolerance), tolerance }
}

/**
 * The generic cell rate algorithm, in whole microseconds. A key's state is one number: the time at
 * which its whole quota is available again. Source: ITU-T I.371, annex A.
 *
 * @param usedUntil - The stored number, on the same clock as `now`. A past time means that nothing
 * is used.
 * @param units - The request's weight, at most the burst. Negative units return units of an earlier
 * request.
 * @returns The decision, and the number to store.
 */
export function takeFrom(
  quota: Quota,
  usedUntil: number,
  now: number,
  units = 1,
): Verdict & { usedUntil: number } {
  const { interval, tolerance } = spacingOf(quota, units)
  const start = Math.max(usedUntil, now)
  const used = start - now
  if (used + interval > tolerance)
    return {
      allowed: false,
      remaining: 0,
      retryAfterMicros: used + interval - tolerance,
      resetMicros: used,
      usedUntil: start,
    }
  const left = tolerance - used - interval
  return {
    allowed: true,
    remaining: Math.floor(left / interval),
    retryAfterMicros: 0,
    resetMicros: used + interval,
    usedUntil: start + interval,
  }
}

/** The result of {@link takeFrom} without counting the request. */
export function peekAt(quota: Quota, usedUntil: number, now: number, units = 1): Verdict {
  const { interval, tolerance } = spacingOf(quota, units)
  const used = Math.max(usedUntil - now, 0)
  const left = tolerance - used
  return {
    allowed: left >= interval,
    remaining: Math.max(0, Math.floor(left / interval)),
    retryAfterMicros: Math.max(0, interval - left),
    resetMicros: used,
  }
}
