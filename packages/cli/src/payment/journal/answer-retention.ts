import { answerBudgetMin } from '@fiq/shared/answers/summarise'

/** How long a delivered answer stays in the journal, for a second process that waits for the same one. */
const retentionMs = 600_000
/** And one that may have been delivered as a summary: it is read in pages. */
const largeRetentionMs = 86_400_000

/** @param size - Characters of the answer in the journal. @returns milliseconds after its delivery. */
export function answerRetentionMs(size: number): number {
  return size > answerBudgetMin ? largeRetentionMs : retentionMs
}

/** Condition of SQL for answers whose time is over, and its values. */
export const answerIsOver = `answer IS NOT NULL
  AND delivered_at < CASE WHEN length(answer) > ${answerBudgetMin} THEN ? ELSE ? END`

export function answerOverValues(now: number): [large: number, small: number] {
  return [now - largeRetentionMs, now - retentionMs]
}
