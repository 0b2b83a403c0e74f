import { FiqError } from '@fiq/shared/errors'
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
  return new PaymentError(codeOf(error, open), messageOf(error), open, open.state, {
    facts: error instanceof FiqError ? error.facts : [],
    funds: isSpent ? 'spent' : 'at-risk',
    remedy: resumeRemedy(open, isAnswered ? 'nothing new is paid' : undefined),
    cause: error,
  })
}

/** Error code: an error without a statement about the money becomes at least an unknown outcome. */
function codeOf(error: unknown, { state }: Purchase) {
  const code = error instanceof FiqError ? error.code : 'INTERNAL'
  const isUnknown = state !== 'answered' && code !== 'CANCELLED'
  return isUnknown ? 'PAYMENT_OUTCOME_UNKNOWN' : code
}

function messageOf(error: unknown): string {
  if (error instanceof FiqError) return error.message
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return `Unexpected: ${text.slice(0, 500)}`
}
