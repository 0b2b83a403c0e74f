import { defaultRule, type HostRule, hostRules, limitGroup } from './host-rules.ts'

/** Enforces the rate of each host for all requests of this process. */
export type TokenBuckets = {
  /**
   * Takes a place in the queue of a host.
   *
   * @returns milliseconds to wait before the request; `undefined`, taking no place, if that is
   * longer than `patienceMs`
   */
  take(host: string, nowMs: number, patienceMs: number): number | undefined
  /** The host named a time (`Retry-After`): no request is sent before it. */
  pause(host: string, untilMs: number): void
}

/** @param rules by host; hosts without one get the default */
export function tokenBuckets(rules: Readonly<Record<string, HostRule>> = hostRules): TokenBuckets {
  /** By group of hosts: when the next request of an idle queue would go out at the earliest. */
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
