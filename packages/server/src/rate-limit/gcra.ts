/** So many requests in so much time, all of them at once if they like. */
export type Quota = {
  /** Requests a minute; also the most at once. Integer, at least 1; less with a `burst`. */
  requestsPerMinute: number
  /** The most at once, where it is another number. */
  burst?: number
}

/** What a limit said to one request. Times are whole microseconds. */
export type Verdict = {
  allowed: boolean
  /** Requests that could follow at once. */
  remaining: number
  /** Until the next request is allowed; 0 when it was. */
  retryAfterMicros: number
  /** Until nothing is used any more. */
  resetMicros: number
}

const minuteMicros = 60_000_000

/** Microseconds that one request takes, and the most that may be used at once. */
export function spacingOf(
  { requestsPerMinute, burst = requestsPerMinute }: Quota,
  units = 1,
): { interval: number; room: number } {
  const each = Math.ceil(minuteMicros / requestsPerMinute)
  const room = each * burst
  return { interval: Math.min(each * units, room), room }
}

/**
 * The generic cell rate algorithm, in whole microseconds: a key is one number, the time at which it
 * will have used nothing. Source: ITU-T I.371, annex A.
 *
 * @param usedUntil - That time, from the same clock as `now`; anything past means nothing is used.
 * @param units - What the request counts for; at most what fits at once. Negative units give back
 *   what an earlier request took.
 * @returns The verdict, and the number to keep.
 */
export function takeFrom(
  quota: Quota,
  usedUntil: number,
  now: number,
  units = 1,
): Verdict & { usedUntil: number } {
  const { interval, room } = spacingOf(quota, units)
  const start = Math.max(usedUntil, now)
  const used = start - now
  if (used + interval > room)
    return {
      allowed: false,
      remaining: 0,
      retryAfterMicros: used + interval - room,
      resetMicros: used,
      usedUntil: start,
    }
  const left = room - used - interval
  return {
    allowed: true,
    remaining: Math.floor(left / interval),
    retryAfterMicros: 0,
    resetMicros: used + interval,
    usedUntil: start + interval,
  }
}

/** What {@link takeFrom} would say, without taking. */
export function peekAt(quota: Quota, usedUntil: number, now: number, units = 1): Verdict {
  const { interval, room } = spacingOf(quota, units)
  const used = Math.max(usedUntil - now, 0)
  const left = room - used
  return {
    allowed: left >= interval,
    remaining: Math.max(0, Math.floor(left / interval)),
    retryAfterMicros: Math.max(0, interval - left),
    resetMicros: used,
  }
}
