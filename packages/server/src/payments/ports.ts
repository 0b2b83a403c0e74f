import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Identity } from '../accounts/accounts.ts'
import type { Credits, Debit } from '../credits/credits.ts'
import type { GrantedRequest } from '../execution/execute.ts'
import type { ProvingTurns } from '../rate-limit/proving-turns.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import type { Bought, Gift } from '../storage/credits/credit-store.ts'
import type { PaymentRecord, PaymentRow, StoredAnswer } from '../storage/payments/payment-record.ts'
import type { Requester } from './fetch-budgets.ts'
import type { InFlight } from './in-flight.ts'
import type { LargeMaking } from './large/large-making.ts'
import type { OwedAnswers } from './owed-answers.ts'
import type { PaymentProofs, SignedProof } from './proof/prove-payment.ts'

/**
 * The paying caller, read from the request headers. Callers without a payment or key get a quote
 * and do not reach this code.
 */
export type Caller = { hasLeft?: HasLeft | undefined } & (
  | ({ pays: 'credits'; idempotencyKey?: string; address?: string } & Identity)
  | ({ pays: 'usdc' } & Payer)
)

/** Has the caller closed its connection? Then nothing is claimed or debited for it any more. */
export type HasLeft = () => boolean

/** A payment with the proof that it comes from its payer. */
export type Payer = {
  payment: Payment
  /** A fresh signature about this payment. */
  proof?: SignedProof | undefined
  /** Of the client, as the connection or a trusted proxy says. */
  address?: string | undefined
  /** The payment was claimed before, and the request has proven it already. */
  isProven?: boolean | undefined
}

/** The answer to a paid request, ready to be sent and, to a payer, to be sent again. */
export type PaidAnswer = StoredAnswer & { replayed: boolean }

/** The result of running a request. `failed`: credits for the parts that failed on our side. */
export type RunAnswer = StoredAnswer & { failed?: number }

/** An item for sale: an operation, or credits. */
export type Priced = { price: { amount: bigint } }

/** The ports of the money path. */
export type PaymentPorts<item extends Priced = GrantedRequest> = {
  /**
   * Refuses for free a request that is certain to fail. Throws the error.
   *
   * @param requester - the budget that pays for requests to upstreams. By default they are free.
   */
  preflight(priced: item, requester?: Requester): Promise<void>
  /** Digest of the request without its price. A payment is bound to it. */
  digestOf(priced: item): string
  /** Description of the item, for the record of payments and the ledger of credits. */
  boughtOf(priced: item): Bought
  /**
   * Refuses for free a request whose sources keep failing: runs it if it needs such a source, which
   * requires a proven payer. Throws the error.
   */
  rehearse(priced: item, requester?: Requester): Promise<void>
  /** The caller bought something: its budget gets back the requests it used. */
  sold(caller: Requester): void
  /** The address that is paid. */
  payTo: Hex
  /** Of the quotes: an authorization is valid for little longer. */
  maxTimeoutSeconds?: number | undefined
  facilitator: Pick<
    Facilitator,
    'verify' | 'waitForFee' | 'settle' | 'findSettlement' | 'authorizationState'
  >
  /** Verifies one payment at a time for each address; throws `RATE_LIMITED` when too many wait. */
  inTurn?: ProvingTurns['inTurn']
  /** Counts the request of a proven payer. Throws `RATE_LIMITED`. */
  admitPayer(payer: Hex): Promise<void>
  record: PaymentRecord
  inFlight: InFlight<PaidAnswer>
  proofs: PaymentProofs
  /**
   * Present if the goods go to an account: does the payer consent to this order? Then a payment
   * needs a proof from the start, and its nonce must be unused on the chain.
   */
  consents?(priced: item, caller: Payer): Promise<boolean>
  /** Answers payers before settlement. Absent if the operator does not allow it. */
  advances?: Advances
  /** Spaces the tries to execute an owed answer. Absent if a try executes nothing. */
  owed?: OwedAnswers
  /** How large answers are, before they are made; absent where none is large. */
  sizing?: { bytesOf(priced: item): number; making: LargeMaking }
  /** Runs the request; throws when no data could be produced at all. */
  answer(priced: item, paid: PaymentRow): Promise<RunAnswer>
  /** The credits for parts that failed on our side, written together with the answer. */
  giftForFailed(paid: PaymentRow, credits: number): Promise<Gift>
  credits: Pick<Credits, 'take' | 'takeOnce' | 'answered' | 'refund' | 'findOnce' | 'storeOnce'>
  /** Runs the request on credits; throws when no data could be produced at all. */
  answerOnCredits(priced: item, debit: Debit): Promise<Omit<RunAnswer, 'paymentResponse'>>
  nowMs(): number
}

/** Trust limits for payers that are answered first, and the collector that settles them. */
export type Advances = {
  /** Atomic units that a payer may have been answered and not have paid. */
  exposureMax: bigint
  /** Atomic units that all wallets without a settled payment share; 0 by default. */
  newWalletsExposureMax?: bigint
  /** Takes an answered payment over, to be settled later. */
  collect(row: PaymentRow): void
}
