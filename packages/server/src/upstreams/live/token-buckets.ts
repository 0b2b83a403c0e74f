import { defaultRule, type HostRule, hostRules, limitGroup } from './host-rules.ts'

/** Enforces the rate of each host for all requests of this process. */
export type TokenBuckets = {
  /**
   * Reserves a place in the queue of a host.
   *
   * @returns milliseconds to wait before the request; `undefined`, without a reservation, if that
   * is longer than `patienceMs`
   */
  take(host: string, nowMs: number, patienceMs: number): number | undefined
  /** Sends no request to the host before this time, which the host named in `Retry-After`. */
  pause(host: string, untilMs: number): void
}

/** @param rules by host; hosts without one use the default */
export function tokenBuckets(rules: Readonly<Record<string, HostRule>> = hostRules): TokenBuckets {
  /** The earliest time of the next request, by group of hosts. */
  const nextAt = new Map<string, number>()
  return {
    take(host, nowMs, patienceMs) {
      const { perSecond, burst } = rules[host] ?? defaultRule
      const stepMs = 1_000 / perSecond
      const earliest = nowMs - (burst - 1) * stepMs
      const at = Math.max(nextAt.get(limitGroup(host, rules)) ?? earliest, earliest)
      const waitMs = Math.max(0, at - nowMs)
      if (waitMs > patienceMs) return undefined
      nextAt.set(limitGroup(host, rules), at + stepMs)
      return waitMs
    },
    pause(host, untilMs) {
      const group = limitGroup(host, rules)
      nextAt.set(group, Math.max(nextAt.get(group) ?? 0, untilMs))
    },
  }
}
