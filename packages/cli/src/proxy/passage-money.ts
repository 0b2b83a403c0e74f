import { defined } from '@fiq/shared/defined'
import type { Funds } from '@fiq/shared/errors'
import { PaymentError } from '../payment/delivery/payment-error.ts'
import type { StatedError } from '../terminal/stated-error.ts'
import type { GatewayAnswer } from './answers/gateway-answer.ts'
import { CreditsError } from './credits/credits-error.ts'

/** The cost of one request, for the log and the live view. Atomic units. */
export type PassageMoney = {
  paid: bigint
  /** Signed, and not proven void or spent. It counts as spent. */
  atRisk: bigint
  /** Id of the purchase, if there is one. */
  purchase?: string
  /** Whether it is play money. */
  play?: true
  /** Whether it is charged to the credits of an API key. `paid` is the price in USDC. */
  credits?: true
}

/** The cost of a call that signed nothing. */
export const noMoney: PassageMoney = { paid: 0n, atRisk: 0n }

/** The cost of an answer: at risk without a receipt, because nothing proves that it settled. */
export function moneyOf(answer: GatewayAnswer): PassageMoney {
  const { paid, purchase, isOnCredits } = answer
  const { id, isPlay } = purchase ?? {}
  const isAtRisk = fundsOf(answer) === 'at-risk'
  return {
    paid: isAtRisk ? 0n : paid,
    atRisk: isAtRisk ? paid : 0n,
    ...defined({ purchase: id, play: isPlay, credits: isOnCredits }),
  }
}

/**
 * Where the money of an answer is: spent with a receipt or on credits, at risk without a receipt,
 * untouched for a free answer.
 */
export function fundsOf({ purchase, isOnCredits }: GatewayAnswer): Funds {
  if (purchase) return purchase.transaction ? 'spent' : 'at-risk'
  return isOnCredits ? 'spent' : 'untouched'
}

/** The cost of an error: none only before signing, or if the payment is proven void. */
export function moneyAfter(error: StatedError): PassageMoney {
  if (error instanceof CreditsError) {
    const isSpent = error.funds === 'spent'
    const { amount } = error
    return { paid: isSpent ? amount : 0n, atRisk: isSpent ? 0n : amount, credits: true }
  }
  if (!(error instanceof PaymentError)) return noMoney
  const { amount, funds, payment } = error
  const isSpent = funds === 'spent' || funds === 'owed'
  return {
    paid: isSpent ? amount : 0n,
    atRisk: funds === 'at-risk' ? amount : 0n,
    purchase: payment.id,
    ...defined({ play: payment.play }),
  }
}
