import { type ErrorCode, FiqError } from '@fiq/shared/errors'
import { unexpected } from '../../terminal/report-error.ts'
import type { Purchase } from '../journal/purchase.ts'
import { PaymentError, resumeRemedy } from './payment-error.ts'

/**
 * Turns an error that ends a run while a purchase is open into an error about that purchase: a user
 * who reads "untouched" after a signed payment was sent would pay twice. A {@link PaymentError}
 * already states where the money is and stays unchanged.
 *
 * @param open - The purchase whose signature is in the journal, and whose answer is not printed.
 */
export function aboutPurchase(error: unknown, open: Purchase | undefined): unknown {
  if (!open || error instanceof PaymentError) return error
  const isAnswered = open.state === 'answered'
  const isSpent = open.transaction !== undefined || open.state === 'settled'
  const { code, message, facts } = error instanceof FiqError ? error : unexpected(error)
  return new PaymentError(codeAfter(code, open), message, open, open.state, {
    facts,
    funds: isSpent ? 'spent' : 'at-risk',
    remedy: resumeRemedy(open, isAnswered ? 'nothing new is paid' : undefined),
    cause: error,
  })
}

/** Without an answer the outcome is unknown, unless the user ended the run. */
function codeAfter(code: ErrorCode, { state }: Purchase): ErrorCode {
  const isUnknown = state !== 'answered' && code !== 'CANCELLED'
  return isUnknown ? 'PAYMENT_OUTCOME_UNKNOWN' : code
}
