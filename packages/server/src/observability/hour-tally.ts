import { type CountKind, type HourlyCount, widthMs } from '../storage/admin/hourly-counts.ts'

/** Counts of this instance by hour and by five minutes, until they are added to the shared counts. */
export type HourTally = {
  /** Counts a quote for a caller without a payment. */
  quoted(): void
  /** Counts an unpaid request that a limit refused. */
  refused(): void
  /** Counts a request to a host. */
  source(host: string, isFailed: boolean, milliseconds: number): void
  /**
   * Adds the counts since the last call to the shared counts. If that fails, keeps them for the
   * next call.
   */
  flush(): Promise<void>
}

/** @param add - Adds to the shared counts. */
export function createHourTally(
  add: (counts: readonly HourlyCount[]) => Promise<void>,
  nowMs: () => number,
): HourTally {
  let counts = new Map<string, HourlyCount>()
  let flushing = Promise.resolve()
  const count = (
    kind: CountKind,
    change: { name: string; calls: number; failed: number; milliseconds: number },
    hour = Math.floor(nowMs() / widthMs[kind]) * widthMs[kind],
  ) => {
    const { name, calls, failed, milliseconds } = change
    const key = `${kind} ${hour} ${name}`
    const known = counts.get(key)
    if (known) {
      known.calls += calls
      known.failed += failed
      known.milliseconds += milliseconds
    } else counts.set(key, { kind, hour, ...change })
  }
  const flush = async () => {
    const counted = [...counts.values()]
    counts = new Map()
    try {
      await add(counted)
    } catch (error) {
      for (const { kind, hour, ...rest } of counted) count(kind, rest, hour)
      throw error
    }
  }
  const countQuotes = (calls: number, failed: number) => {
    for (const kind of ['quotes', 'recent-quotes'] as const)
      count(kind, { name: '', calls, failed, milliseconds: 0 })
  }
  return {
    quoted: () => countQuotes(1, 0),
    refused: () => countQuotes(0, 1),
    source: (name, isFailed, milliseconds) =>
      count('source', { name, calls: 1, failed: isFailed ? 1 : 0, milliseconds }),
    flush() {
      flushing = flushing.catch(() => {}).then(flush)
      return flushing
    },
  }
}

const flushEveryMs = 10_000

/** Flushes every ten seconds. @returns A function that stops it after a last flush. */
export function scheduleFlushes(
  tally: Pick<HourTally, 'flush'>,
  report: (error: unknown) => void,
): () => Promise<void> {
  const timer = setInterval(() => void tally.flush().catch(report), flushEveryMs).unref()
  return () => {
    clearInterval(timer)
    return tally.flush().catch(report)
  }
}
