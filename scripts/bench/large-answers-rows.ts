import type { Row } from './benches.ts'

/**
 * Milliseconds for which the event loop was blocked. `cpuMs` is the maximum CPU time between two
 * ticks.
 */
export type Delay = { maxMs: number; p99Ms: number; cpuMs: number }
type LargeAnswers = {
  rows: { name: string; megabytes: number; cold: Delay; warm: Delay }[]
  memory: {
    readers: number
    /** Concurrent readers at the end. */
    atOnce: number
    statuses: Readonly<Record<string, number>>
    beforeMb: number
    mostMb: number
  }
}

/** Table rows of the benchmark `large-answers`. */
export function largeAnswersRows({ rows, memory }: LargeAnswers): Row[] {
  const { readers, atOnce, statuses, beforeMb, mostMb } = memory
  const delay = ({ maxMs, p99Ms, cpuMs }: Delay) => `max ${maxMs} (CPU ${cpuMs}) / p99 ${p99Ms} ms`
  return [
    ...rows.map(({ name, megabytes, cold, warm }) => ({
      figure: `event loop, ${name}`,
      ours: `${delay(cold)} cold, ${delay(warm)} again; ${megabytes} MB`,
      goal: 'max at most 50 ms',
    })),
    {
      figure: `memory, ${readers} readers of the largest answer at 8 KB/s`,
      ours: `${beforeMb} MB before, ${mostMb} MB at most; ${atOnce} read at once, ${statuses['200'] ?? 0} sent, ${statuses['503'] ?? 0} refusals`,
      goal: 'under 1000 MB',
    },
  ]
}
