import type { Authorization } from '@fiq/shared/payment/authorization'
import type { QuoteRow } from '@fiq/shared/payment/quote'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { Hex } from '@fiq/shared/payment/wire'

export type { HttpAnswer }

/**
 * The states of a purchase.
 *
 * - `reserved`: counted in the budget, nothing signed.
 * - `signed`: the signed bytes are in the journal and may have been sent.
 * - `unknown`: sent, no proof yet, not being retried now.
 * - `settled`: it settled, the answer is still owed.
 * - `answered`: paid and answered.
 * - `rejected`: abandoned by the user. It is not proven void, so it counts as spent.
 * - `void`: proven never to move money. Not counted.
 */
export const purchaseStates = [
  'reserved',
  'signed',
  'unknown',
  'settled',
  'answered',
  'rejected',
  'void',
] as const
export type PurchaseState = (typeof purchaseStates)[number]

/** The states of a purchase that nothing was sent for. */
export type Unsent = Extract<PurchaseState, 'reserved' | 'void'>

/** The part of a purchase that is shown. */
export type PurchaseSummary = {
  id: string
  state: PurchaseState
  /** Atomic units. */
  amount: bigint
  /** Absent until a receipt names it. */
  transaction?: string
  payTo: Hex
  quote: readonly QuoteRow[]
  /** Unix milliseconds. */
  at: number
  /** Whether a play wallet signed it. It counts in separate windows, never as real money. */
  isPlay?: true
}

/** A purchase in the journal. */
export type Purchase = PurchaseSummary & {
  /** Identity of the request: its `requestKey`. */
  request: string
  /** Identity of the caller's idempotency key, if it sent one. */
  once?: string
  url: string
  body: string
  authorization: Authorization
  /** The `PAYMENT-SIGNATURE` header. Absent while `reserved`. */
  signed?: string
  /** Present until the retention time after its delivery is over: `answerRetentionMs`. */
  answer?: HttpAnswer
  session: string
  label?: string
}

/** Everything that {@link Budget.reserve} stores before anything is signed. */
export type ReservationTerms = Omit<Purchase, 'state' | 'transaction' | 'answer' | 'signed'>
