import type { HostRule } from '../../upstreams/live/host-rules.ts'

/**
 * Maximum wait for a turn. Sources of one owner share a slow pace.
 */
const patienceMs = 60_000

/** The rules with a longer wait, for requests that nobody waits for. */
export function patient(
  rules: Readonly<Record<string, HostRule>>,
): Readonly<Record<string, HostRule>> {
  return Object.fromEntries(
    Object.entries(rules).map(([host, rule]) => [host, { ...rule, patienceMs }]),
  )
}
