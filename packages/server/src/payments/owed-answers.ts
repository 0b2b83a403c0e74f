import { bounds } from '@fiq/shared/bounds'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { PaymentRecord, PaymentRow } from '../storage/payments/payment-record.ts'

/** Limits how often and how soon an owed answer is executed again. */
export type OwedAnswers = {
  /**
   * Counts an attempt.
   *
   * @throws FiqError `ANSWER_OWED` if the attempt is too early or exceeds the maximum.
   */
  begin(row: PaymentRow): Promise<void>
  /** The error for a payer whose answer is not ready. */
  errorOf(row: PaymentRow, reason: string, cause?: unknown): Promise<FiqError>
}

/** Creates the limits from the attempts in the record. */
export function createOwedAnswers(
  { owedTries }: Pick<PaymentRecord, 'owedTries'>,
  nowMs: () => number,
): OwedAnswers {
  const errorOf: OwedAnswers['errorOf'] = async (row, reason, cause) => {
    const { tries, waitMs } = await owedTries.find(row, nowMs())
    return owedError(row, { reason, cause, tries, waitMs })
  }
  return {
    errorOf,
    async begin(row) {
      const { waitMs } = await owedTries.begin(row, nowMs())
      if (waitMs > 0) throw await errorOf(row, row.reason ?? 'unknown')
    },
  }
}

type Failure = { reason: string; cause?: unknown; tries?: number; waitMs?: number }

/** @param failure - `waitMs`: milliseconds until the next attempt, `Infinity` if there is none. */
export function owedError(
  { transaction }: Pick<PaymentRow, 'transaction'>,
  { reason, cause, tries = 0, waitMs = 0 }: Failure,
): FiqError {
  const isOver = waitMs === Infinity
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const next = isOver ? 'Next try: none' : `Next try: in ${seconds} s at the earliest`
  return new FiqError(
    'ANSWER_OWED',
    'The payment settled, but the server could not produce the answer.',
    {
      facts: [
        `Reason: ${reason}`,
        `Transaction: ${transaction}`,
        ...(tries > 0 ? [`Tries: ${tries} of ${bounds.owedTriesMax}`, next] : []),
      ],
      retryAfterSeconds: isOver ? Infinity : seconds,
      ...defined({
        remedy: isOver
          ? 'Claim the amount as credits of the wallet with POST /api/v1/credits/claim, or send the transaction to the operator.'
          : undefined,
      }),
      cause,
    },
  )
}
