import type { ErrorDetail } from '@fiq/shared/errors'
import { proofMarginSeconds } from './journal.ts'
import { PaymentError } from './payment-error.ts'
import type { Payer, Purchase } from './ports.ts'
import { explainReason } from './reasons.ts'

/** Why a signed request has no answer. */
export type Doubt =
  | { is: 'lost'; reason: string; cause?: unknown; retryAfterMs?: undefined }
  | { is: 'again'; reason: string; retryAfterMs: number | undefined }
  | {
      is: 'owed'
      reason: string
      retryAfterMs: number | undefined
      transaction: string | undefined
    }
  | { is: 'refused'; reason: string }

/**
 * Decides what is known about a payment without an answer, writes it down and says so.
 *
 * A server's refusal is only its word: a refused authorization may still be settled until it
 * expires, by whoever has seen it. It is called rejected when the chain says that it is unused, or
 * when the server refuses it after its end; it leaves the budget only when it is both past its end
 * and unused on the chain.
 *
 * @throws PaymentError always.
 */
export async function settleDoubt(purchase: Purchase, doubt: Doubt, payer: Payer): Promise<never> {
  const { journal, clock } = payer
  if (doubt.is === 'owed') {
    journal.settled(purchase.id, doubt.transaction)
    throw owed(purchase, doubt.reason)
  }
  const used = await payer.chain.authorizationUsed(purchase.authorization)
  const over = isOver(purchase, clock.now())
  if (used === true) {
    journal.settled(purchase.id, undefined)
    throw owed(purchase, `The chain says that it settled. The server: ${doubt.reason}`)
  }
  if (used === false && over) {
    journal.voided(purchase.id, doubt.reason)
    throw rejected(purchase, doubt, 'void', {
      funds: 'untouched',
      facts: ['Proof: past its end, and unused on the chain'],
    })
  }
  if (doubt.is === 'refused' && (used === false || over)) {
    journal.rejected(purchase.id, doubt.reason)
    throw rejected(purchase, doubt, 'rejected', {
      funds: used === false ? 'untouched' : 'at-risk',
      facts: [
        used === false
          ? 'Proof: unused on the chain. It counts as spent until it has expired unused'
          : 'The chain could not be asked: the amount stays counted as spent',
      ],
    })
  }
  journal.unknown(purchase.id)
  throw new PaymentError(
    'PAYMENT_OUTCOME_UNKNOWN',
    'A signed payment was sent, and nothing proves yet what became of it.',
    purchase,
    'unknown',
    { facts: [`Last seen: ${doubt.reason}`], ...('cause' in doubt ? { cause: doubt.cause } : {}) },
  )
}

/** Is the authorization past its end, with room for a clock that differs from the chain's? */
export function isOver({ authorization }: Purchase, nowMs: number): boolean {
  return BigInt(Math.floor(nowMs / 1_000)) > authorization.validBefore + BigInt(proofMarginSeconds)
}

function owed(purchase: Purchase, reason: string): PaymentError {
  return new PaymentError(
    'ANSWER_OWED',
    'The payment settled, and the answer has not come.',
    purchase,
    'settled',
    {
      facts: [`Reason: ${reason}`],
      remedy: 'Run the same command again: it asks with the same payment, free.',
    },
  )
}

function rejected(
  purchase: Purchase,
  doubt: Doubt,
  state: 'rejected' | 'void',
  detail: ErrorDetail,
): PaymentError {
  const known = explainReason(doubt.reason)
  return new PaymentError(
    known?.code ?? 'PAYMENT_REJECTED',
    doubt.is === 'refused'
      ? (known?.sentence ?? 'The server rejected the payment.')
      : 'The payment was never settled, and cannot be any more.',
    purchase,
    state,
    {
      ...detail,
      ...(known ? { remedy: known.remedy } : {}),
      facts: [`The server: ${doubt.reason}`, ...(detail.facts ?? [])],
    },
  )
}
