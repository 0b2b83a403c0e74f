import type { ErrorCode, FiqError } from '@fiq/shared/errors'
import type { Purchase } from '../journal/purchase.ts'
import { type PaidFor, PaymentError, resumeRemedy } from './payment-error.ts'

/** The part of an open purchase that its errors need. */
export type OpenPurchase = PaidFor & Pick<Purchase, 'state' | 'transaction'>

/**
 * Turns an error that ends a run while a purchase is open into an error about that purchase: a user
 * who reads "untouched" after a signed payment was sent would pay twice. A {@link PaymentError}
 * already states where the money is and stays unchanged.
 *
 * @param open - The purchase whose signature is in the journal, and whose answer is not printed.
 */
export function aboutPurchase(error: FiqError, open: OpenPurchase | undefined): FiqError {
  if (!open || error instanceof PaymentError) return error
  const isAnswered = open.state === 'answered'
  const { message, facts } = error
  return new PaymentError(codeAfter(error, open), message, open, open.state, {
    facts,
    funds: isSpent(open) ? 'spent' : 'at-risk',
    remedy: resumeRemedy(open, isAnswered ? 'nothing new is paid' : undefined),
    cause: error,
  })
}

/**
 * Without proof the outcome is unknown, and without an answer it is owed. If the user ended the run,
 * or its output cannot be written, that is the error.
 */
function codeAfter({ code }: FiqError, open: OpenPurchase): ErrorCode {
  const isAnswered = open.state === 'answered'
  if (code === 'CANCELLED' || (isAnswered && code === 'OUTPUT_FAILED')) return code
  if (!isSpent(open)) return 'PAYMENT_OUTCOME_UNKNOWN'
  return isAnswered ? code : 'ANSWER_OWED'
}

function isSpent({ state, transaction }: OpenPurchase): boolean {
  return transaction !== undefined || state === 'settled'
}
