import { defined, ifPresent } from '@fiq/shared/defined'
import { peekAt, type Quota, spacingOf, takeFrom, type Verdict } from './gcra.ts'
import type { RateLimit } from './rate-limit.ts'

/** Where instances keep the one number of a key in common. */
export type SharedNumbers = {
  /**
   * In one step: reads how many microseconds of the key are used, by the clock of the store, and
   * takes `interval` more unless that would exceed `room`.
   *
   * @returns what was used before, never negative; undefined when the store is not to be had.
   */
  take(key: string, spacing: { interval: number; room: number }): Promise<number | undefined>
  /** The same, without taking. */
  peek(key: string): Promise<number | undefined>
}

export type SharedRateLimitParts = {
  numbers: SharedNumbers
  /** In memory: takes over while the store is gone. */
  local: RateLimit
  /** How many instances share the quota, as last known; at least 1. */
  instances(): number
}

/**
 * A rate limit that several instances share. The store keeps the number; what it means is decided
 * by the same rule as in memory, so all three give the same verdicts.
 *
 * While the store is gone each instance gives its share of the quota and no more: together they
 * never give more than the whole, and nobody is let in without being counted.
 */
export function createSharedRateLimit({
  numbers,
  local,
  instances,
}: SharedRateLimitParts): RateLimit {
  const part = (whole: number) => Math.max(1, Math.floor(whole / instances()))
  const shareOf = ({ requestsPerMinute, burst }: Quota): Quota => ({
    requestsPerMinute: part(requestsPerMinute),
    ...defined({ burst: ifPresent(burst, part) }),
  })
  return {
    async take(key, quota, units): Promise<Verdict> {
      const used = await numbers.take(key, spacingOf(quota, units))
      return used === undefined
        ? local.take(key, shareOf(quota), units)
        : verdictOf(takeFrom(quota, used, 0, units))
    },
    async peek(key, quota, units): Promise<Verdict> {
      const used = await numbers.peek(key)
      return used === undefined
        ? local.peek(key, shareOf(quota), units)
        : peekAt(quota, used, 0, units)
    },
  }
}

function verdictOf({ usedUntil: _, ...verdict }: Verdict & { usedUntil: number }): Verdict {
  return verdict
}
