import type { HostRule } from '../../upstreams/live/host-rules.ts'

/**
 * Maximum wait for a turn. Sources of one owner share a slow pace.
 */
const patienceMs = 60_000

/** The rules of each host with longer waits. No user waits for these requests. */
export function patient(
  rules: Readonly<Record<string, HostRule>>,
): Readonly<Record<string, HostRule>> {
  return Object.fromEntries(
    Object.entries(rules).map(([host, rule]) => [host, { ...rule, patienceMs }]),
  )
}
