/** Rows that one pruning drops, so that payments never wait for it. */
export const prunedMax = 1_000

const pruneEveryMs = 60_000

/** Tables with rows that expire. `prune` drops at most `rowsMax` rows and returns how many. */
export type Prunable = { prune(nowMs: number, rowsMax?: number): Promise<number> }

/**
 * Drops all rows that have expired, at most `rowsMax` in one transaction.
 *
 * @returns how many rows it dropped
 */
export async function pruneAll(
  records: Prunable,
  nowMs: number,
  rowsMax = prunedMax,
): Promise<number> {
  let dropped = 0
  for (;;) {
    const now = await records.prune(nowMs, rowsMax)
    dropped += now
    if (now < rowsMax) return dropped
  }
}

/** Prunes once a minute. The next minute retries what failed. */
export function schedulePruning(
  tables: readonly Prunable[],
  nowMs: () => number,
  report: (error: unknown) => void,
): NodeJS.Timeout {
  const prune = () => {
    for (const table of tables) pruneAll(table, nowMs()).catch(report)
  }
  return setInterval(prune, pruneEveryMs).unref()
}
