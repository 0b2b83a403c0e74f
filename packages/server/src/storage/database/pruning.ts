import { answerLimits } from '../payments/payment-record.ts'

const pruneEveryMs = 60_000

/** A table with rows that expire. `prune` returns how many rows it dropped. */
export type Prunable = { prune(nowMs: number, rowsMax: number): Promise<number> }

/**
 * Drops answers whose time is over, and payments that came to nothing: a bounded number in one statement, so that payments never wait
 * for it, and as many statements as there is work.
 *
 * @returns how many were dropped
 */
export async function pruneAnswers(
  record: Prunable,
  nowMs: number,
  rowsMax = answerLimits.prunedMax,
): Promise<number> {
  let dropped = 0
  for (;;) {
    const now = await record.prune(nowMs, rowsMax)
    dropped += now
    if (now < rowsMax) return dropped
  }
}

/** Once a minute while the server runs. What fails is tried again a minute later. */
export function keepPruned(
  records: readonly Prunable[],
  nowMs: () => number,
  report: (error: unknown) => void,
): NodeJS.Timeout {
  const prune = () => {
    for (const record of records) pruneAnswers(record, nowMs()).catch(report)
  }
  return setInterval(prune, pruneEveryMs).unref()
}
