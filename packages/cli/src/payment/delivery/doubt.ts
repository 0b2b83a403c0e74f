import { defined } from '@fiq/shared/defined'
import type { Unanswered } from '@fiq/shared/payment/read-outcome'
import { proofMarginSeconds } from '@fiq/shared/payment/usdc-on-base'
import { andNames } from '@fiq/shared/spelling/name-list'
import type { Purchase } from '../journal/purchase.ts'
import { answerOwed, PaymentError, timeOf } from './payment-error.ts'
import type { Payer } from './ports.ts'
import { explainReason } from './reasons.ts'

/**
 * Why a signed request has no answer. `lost`: the response was incomplete. A receipt is in the
 * purchase.
 */
export type Doubt =
  | Omit<Unanswered, 'transaction'>
  | { is: 'lost'; reason: string; cause?: unknown }

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
  if (purchase.transaction !== undefined) {
    journal.settled(purchase.id, purchase.transaction)
    return answerOwed(purchase, noAnswer, {
      facts: [...facts, `Transaction: ${purchase.transaction}`],
    })
  }
  const proof = await chain.prove(purchase)
  if (proof === 'settled') {
    journal.settled(purchase.id, undefined)
    return answerOwed(purchase, noAnswer, {
      facts: [...facts, 'Proof: the chain shows that it settled'],
    })
  }
  if (proof === 'void') {
    journal.voided(purchase.id, reasonWords(doubt))
    return rejected(purchase, doubt, [...facts, voidProof(chain.nodesOf(purchase))])
  }
  journal.unknown(purchase.id)
  return new PaymentError(
    'PAYMENT_OUTCOME_UNKNOWN',
    'A signed payment was sent, and its outcome is not proven yet.',
    purchase,
    'unknown',
    {
      facts: [...facts, ...waysOn(purchase, chain.nodesOf(purchase).length > 0)],
      ...defined({ cause: 'cause' in doubt ? doubt.cause : undefined }),
    },
  )
}

const noAnswer = 'The payment settled, but the answer did not arrive.'

/** Note for users without a configured chain node, with every payment in doubt. */
export const withoutChain =
  'No chain node is configured (--rpc-url): the payment counts as spent until it leaves the budget windows of 24 hours and 30 days'

/** Whether the authorization has expired by this machine's clock, so that the chain may decide. */
export function isOver({ authorization }: Purchase, nowMs: number): boolean {
  return BigInt(Math.floor(nowMs / 1_000)) > authorization.validBefore + BigInt(proofMarginSeconds)
}

/** When {@link isOver} begins, ISO 8601. */
export function endOf({ authorization }: Purchase): string {
  return timeOf(authorization.validBefore + BigInt(proofMarginSeconds))
}

/** Facts about how and when the outcome becomes known. */
function waysOn(purchase: Purchase, hasNode: boolean): string[] {
  const end = endOf(purchase)
  const abandon = `After ${end}, fiq payments abandon ${purchase.id.slice(0, 18)} lets the same command buy again`
  if (hasNode)
    return [
      `After ${end}, run the same command again: if the chain shows that this payment was not used, it pays with a new one`,
      // A server without a devnet has no chain that could show it.
      ...(purchase.isPlay ? [`${abandon}, also if the server runs no devnet`] : []),
    ]
  if (purchase.state === 'rejected')
    return [
      withoutChain,
      `After ${end}, the same command buys again, because you abandoned this payment`,
    ]
  return [withoutChain, `${abandon}; this payment stays counted as spent`]
}

function factsOf(doubt: Doubt): string[] {
  if (isOurs(doubt)) return [`Reason: ${doubt.reason}`]
  const known = explainReason(doubt.reason)
  return [reasonWords(doubt), ...(known ? [`If true: ${known}`] : [])]
}

/** The reason of a doubt. A text of the server is marked as such. */
export function reasonWords(doubt: Doubt): string {
  return isOurs(doubt) ? doubt.reason : `The server says: ${doubt.reason}`
}

function isOurs(doubt: Doubt): boolean {
  return doubt.is === 'lost' || doubt.isOurs === true
}

function rejected(purchase: Purchase, doubt: Doubt, facts: readonly string[]): PaymentError {
  return new PaymentError(
    'PAYMENT_REJECTED',
    doubt.is === 'unanswered' && doubt.isFinal && !isOurs(doubt)
      ? 'The server rejected the payment, and it can no longer settle.'
      : 'The payment was never settled, and it can no longer settle.',
    purchase,
    'void',
    {
      funds: 'untouched',
      facts,
    },
  )
}

function voidProof(nodes: readonly string[]): string {
  return `Proof: its authorization has expired, and is unused or canceled on the chain, according to ${andNames(nodes)}`
}
