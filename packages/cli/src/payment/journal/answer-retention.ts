import { answerBudgetMin } from '@fiq/shared/answers/summarise'
import { isPacked } from './stored-answer.ts'

/** Storage time of a delivered answer, for a second process that waits for it. */
const retentionMs = 600_000
/**
 * Longer for an answer that may have been delivered as a summary and is then read in pages, and for
 * one that is returned again under an idempotency key.
 */
export const largeRetentionMs = 86_400_000

/**
 * @param text - The answer in the journal.
 * @returns Milliseconds after its delivery.
 */
export function answerRetentionMs(text: string): number {
  return isPacked(text) || text.length > answerBudgetMin ? largeRetentionMs : retentionMs
}

/** SQL condition for expired answers, and its values. */
export const answerIsOver = `answer IS NOT NULL
  AND delivered_at < CASE WHEN once IS NOT NULL OR length(answer) > ${answerBudgetMin} OR answer NOT LIKE '{%'
    THEN ? ELSE ? END`

/** Values of {@link answerIsOver}. `now` is in Unix milliseconds. */
export function answerOverValues(now: number): [large: number, small: number] {
  return [now - largeRetentionMs, now - retentionMs]
}
