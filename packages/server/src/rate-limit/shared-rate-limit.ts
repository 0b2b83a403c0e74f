import { defined, ifPresent } from '@fiq/shared/defined'
import { peekAt, type Quota, spacingOf, takeFrom, type Verdict } from './gcra.ts'
import type { RateLimit } from './rate-limit.ts'

/** Where instances share the number of each key. */
export type SharedNumbers = {
  /**
   * Atomically reads how many microseconds of the key are used, on the clock of the store, and
   * takes `interval` more unless that would exceed `tolerance`.
   *
   * @returns The used time before, never negative; `undefined` if the store is unreachable.
   */
  take(key: string, spacing: { interval: number; tolerance: number }): Promise<number | undefined>
  /** Reads the used time without taking any. */
  peek(key: string): Promise<number | undefined>
}

export type SharedRateLimitParts = {
  numbers: SharedNumbers
  /** The limit in memory, used while the store is unreachable. */
  local: RateLimit
  /** Last known number of instances that share the quota, at least 1. */
  instances(): number
}

/**
 * A rate limit that several instances share. The store keeps the number, and the same rule as in
 * memory interprets it, so all implementations decide alike.
 *
 * If the store is unreachable, each instance grants its share of the quota, less what it granted
 * through the store. So together they grant the whole; if the store answers some instances and not
 * others, at most twice the whole. Every request is counted.
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
      if (used === undefined) return local.take(key, shareOf(quota), units)
      const verdict = verdictOf(takeFrom(quota, used, 0, units))
      if (verdict.allowed) await local.take(key, shareOf(quota), units)
      return verdict
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
