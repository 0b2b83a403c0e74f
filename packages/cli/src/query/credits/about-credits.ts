import { FiqError } from '@fiq/shared/errors'
import { PaymentError } from '../../payment/delivery/payment-error.ts'
import type { CreditPurchase } from './credit-purchases.ts'
import { creditsRemedy } from './credits-error.ts'

/**
 * Turns an error that ends a run while a purchase on credits is open into an error about the
 * credits: without an answer the server may have charged them. An error that already states where
 * the money is stays unchanged.
 *
 * @param open - Every purchase on credits that was sent and whose answer is not printed.
 */
export function aboutCredits(
  error: FiqError,
  open: Iterable<Pick<CreditPurchase, 'isAnswered'>> | undefined,
): FiqError {
  const purchases = [...(open ?? [])]
  if (purchases.length === 0 || error instanceof PaymentError) return error
  if (error.funds !== 'untouched') return error
  const isAnswered = purchases.every(({ isAnswered }) => isAnswered)
  const { code, message, facts } = error
  return new FiqError(code, message, {
    facts,
    remedy: creditsRemedy,
    funds: isAnswered ? 'spent' : 'at-risk',
    cause: error,
  })
}
