import type { Unanswered } from '@fiq/shared/payment/read-outcome'
import { proofMarginSeconds } from '@fiq/shared/payment/usdc-on-base'
import type { Purchase } from '../journal/purchase.ts'
import { PaymentError, timeOf } from './payment-error.ts'
import type { Payer } from './ports.ts'
import { explainReason } from './reasons.ts'

/** Why a signed request has no answer. `lost`: the answer was not complete. */
export type Doubt = Unanswered | { is: 'lost'; reason: string; cause?: unknown }

/**
 * Decides the outcome of a payment without an answer, records it and returns it as the error.
 *
 * A server's refusal proves nothing: anyone who saw a refused authorization can settle it until it
 * expires. Only a matching receipt or a chain that the user trusts decides: see {@link
 * Payer.chain}. This machine's clock decides nothing.
 */
export async function settleDoubt(
  purchase: Purchase,
  doubt: Doubt,
  payer: Payer,
): Promise<PaymentError> {
  const { journal, chain } = payer
  const facts = factsOf(doubt)
  const transaction = 'transaction' in doubt ? doubt.transaction : undefined
  if (transaction !== undefined) {
    journal.settled(purchase.id, transaction)
    return settled(purchase, [...facts, `Transaction: ${transaction}`])
  }
  const proof = await chain.prove(purchase)
  if (proof === 'settled') {
    journal.settled(purchase.id, undefined)
    return settled(purchase, [...facts, 'Proof: the chain says that it settled'])
  }
  if (proof === 'void') {
    journal.voided(purchase.id, doubt.reason)
    return rejected(purchase, doubt, facts)
  }
  journal.unknown(purchase.id)
  return new PaymentError(
    'PAYMENT_OUTCOME_UNKNOWN',
    'A signed payment was sent, and nothing proves yet what became of it.',
    purchase,
    'unknown',
    {
      facts: [...facts, ...(chain.hasNode(purchase) ? [] : remediesOf(purchase))],
      ...('cause' in doubt ? { cause: doubt.cause } : {}),
    },
  )
}

/** Note for users without a configured chain node, with every payment in doubt. */
export const withoutChain =
  'No chain node is configured (--rpc-url): the payment counts as spent until it leaves the budget windows of 24 hours and 30 days'

/** Is the authorization past its end by this machine's clock, so that the chain is worth asking? */
export function isOver({ authorization }: Purchase, nowMs: number): boolean {
  return BigInt(Math.floor(nowMs / 1_000)) > authorization.validBefore + BigInt(proofMarginSeconds)
}

/** When {@link isOver} begins, ISO 8601. */
export function endOf({ authorization }: Purchase): string {
  return timeOf(authorization.validBefore + BigInt(proofMarginSeconds))
}

/** Remedies for a payment in doubt without a chain node. */
function remediesOf(purchase: Purchase): string[] {
  return [
    withoutChain,
    `After ${endOf(purchase)}, fiq payments abandon ${purchase.id.slice(0, 18)} lets the same command buy anew; this payment stays counted as spent`,
  ]
}

function factsOf(doubt: Doubt): string[] {
  if (doubt.is === 'lost' || doubt.isOurs) return [`Reason: ${doubt.reason}`]
  const known = explainReason(doubt.reason)
  return [`The server says: ${doubt.reason}`, ...(known ? [`If so: ${known}`] : [])]
}

function settled(purchase: Purchase, facts: readonly string[]): PaymentError {
  return new PaymentError(
    'ANSWER_OWED',
    'The payment settled, and the answer has not come.',
    purchase,
    'settled',
    {
      facts,
      funds: 'spent',
      remedy: 'Run the same command again: it asks with the same payment, free.',
    },
  )
}

function rejected(purchase: Purchase, doubt: Doubt, facts: readonly string[]): PaymentError {
  return new PaymentError(
    'PAYMENT_REJECTED',
    doubt.is === 'unanswered' && doubt.isFinal
      ? 'The server rejected the payment, and it can never settle any more.'
      : 'The payment was never settled, and cannot be any more.',
    purchase,
    'void',
    {
      funds: 'untouched',
      facts: [...facts, 'Proof: past its end, and unused or canceled on the chain'],
    },
  )
}
