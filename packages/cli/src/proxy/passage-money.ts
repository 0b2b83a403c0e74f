import type { FiqError } from '@fiq/shared/errors'
import { PaymentError } from '../payment/delivery/payment-error.ts'
import type { GatewayAnswer } from './gateway.ts'

/** The money of one request, for the log and the live view. Atomic units. */
export type PassageMoney = {
  paid: bigint
  /** Signed, and not proven to be void or spent. It counts as spent. */
  atRisk: bigint
  /** Id of the purchase it is about. */
  purchase?: string
}

export const noMoney: PassageMoney = { paid: 0n, atRisk: 0n }

/** The cost of an answer. */
export function moneyOf({ paid, purchase }: GatewayAnswer): PassageMoney {
  return { paid, atRisk: 0n, ...(purchase ? { purchase: purchase.id } : {}) }
}

/** The cost of an error: nothing only before signing, and if the payment is proven void. */
export function moneyAfter(error: FiqError): PassageMoney {
  if (!(error instanceof PaymentError)) return noMoney
  const { amount, funds, payment } = error
  const isSpent = funds === 'spent' || funds === 'owed'
  return {
    paid: isSpent ? amount : 0n,
    atRisk: funds === 'at-risk' ? amount : 0n,
    purchase: payment.id,
  }
}
