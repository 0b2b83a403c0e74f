import { peekAt, type Quota, takeFrom, type Verdict } from './gcra.ts'

/** Counts the requests of callers: in memory, or in a store that several instances share. */
export type RateLimit = {
  /** Counts one request of `key`, or the given units of work. Negative units return units. */
  take(key: string, quota: Quota, units?: number): Verdict | Promise<Verdict>
  /** The decision on a request, without counting it. */
  peek(key: string, quota: Quota, units?: number): Verdict | Promise<Verdict>
}

/** Maximum number of remembered callers. Beyond it the older generation is dropped early. */
const callersMax = 500_000
const minuteMicros = 60_000_000

/**
 * A rate limit in memory. A key's number is obsolete a minute after its last request, so keys live
 * in two generations of a minute each and are dropped with their generation.
 *
 * @param nowMicros - whole microseconds of a monotonic clock.
 */
export function createMemoryRateLimit(
  nowMicros: () => number,
  limits: { callersMax: number } = { callersMax },
): RateLimit & { readonly size: number } {
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  let startedAt = nowMicros()

  const age = (now: number) => {
    if (now - startedAt < minuteMicros && current.size < limits.callersMax) return
    // Intervals are rounded up, so a full quota lasts slightly longer than a minute: keep two
    // generations.
    previous = now - startedAt >= 2 * minuteMicros ? new Map() : current
    current = new Map()
    startedAt = now
  }
  const usedUntil = (key: string) => current.get(key) ?? previous.get(key) ?? 0

  return {
    get size() {
      return current.size + previous.size
    },
    take(key, quota, units) {
      const now = nowMicros()
      age(now)
      const verdict = takeFrom(quota, usedUntil(key), now, units)
      current.set(key, verdict.usedUntil)
      return verdict
    },
    peek: (key, quota, units) => peekAt(quota, usedUntil(key), nowMicros(), units),
  }
}
