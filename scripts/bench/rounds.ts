import type { ChildServer } from './child-server.ts'
import type { Loaded } from './wrk.ts'

/** A server, and the load that it is measured under. */
export type Contender = { server: ChildServer; load(seconds: number): Loaded }

/** Each figure has one value a round. */
export type Speed = { requestsPerSecond: number[]; cpuMicroseconds: number[] }

/**
 * Measures contenders in short alternating rounds, because the speed of a shared machine changes
 * within minutes. Compare the values of the same round, see {@link medianRatio}.
 *
 * @param warmSeconds - Load on each contender first. The engine compiles in the meantime.
 */
export function inRounds(
  contenders: Readonly<Record<string, Contender>>,
  { warmSeconds, rounds, seconds }: { warmSeconds: number; rounds: number; seconds: number },
): Record<string, Speed> {
  const entries = Object.entries(contenders)
  for (const [, { load }] of entries) load(warmSeconds)
  const speeds: Record<string, Speed> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const at of entries.keys()) {
      const [name, { server, load }] = entries[(at + round) % entries.length]!
      const before = server.cpuSeconds()
      const { requests, duration } = load(seconds)
      speeds[name] ??= { requestsPerSecond: [], cpuMicroseconds: [] }
      speeds[name].requestsPerSecond.push(requests / duration)
      speeds[name].cpuMicroseconds.push(((server.cpuSeconds() - before) / requests) * 1e6)
    }
  return speeds
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

/** The median of what `ours` is times `peers` in the same round, with two decimals. */
export function medianRatio(ours: readonly number[], peers: readonly number[]): string {
  return median(ours.map((value, round) => value / peers[round]!)).toFixed(2)
}
