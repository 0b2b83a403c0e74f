/** Maximum rows deleted in one transaction, so that payments do not wait for it. */
export const prunedMax = 1_000

const pruneEveryMs = 60_000

/**
 * Tables with rows that expire. `prune` deletes at most `rowsMax` rows and returns their number.
 */
export type Prunable = { prune(nowMs: number, rowsMax?: number): Promise<number> }

/**
 * Deletes all expired rows, at most `rowsMax` in one transaction.
 *
 * @returns The number of deleted rows.
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

/** Prunes once a minute. A failure is retried the next minute. */
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
