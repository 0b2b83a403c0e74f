import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Identity } from '../accounts/accounts.ts'
import type { Credits, Debit } from '../credits/credits.ts'
import type { GrantedRequest } from '../execution/execute.ts'
import type { AddressTurns } from '../rate-limit/address-turns.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import type { FetchBudget } from '../sources/budgeted-context.ts'
import type { Bought, Gift, Grant } from '../storage/credits/credit-store.ts'
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

/** Whether the caller has closed its connection. Nothing more is claimed or debited for it then. */
export type HasLeft = () => boolean

/** A payment with the proof that it comes from its payer. */
export type Payer = {
  payment: Payment
  /** A fresh signature that names this payment. */
  proof?: SignedProof | undefined
  /** Address of the client, from the connection or a trusted proxy. */
  address?: string | undefined
  /** Whether the payment was claimed before and this request has proven it. */
  isProven?: boolean | undefined
}

/** The answer to a paid request. The same payer can get it again. */
export type PaidAnswer = StoredAnswer & { replayed: boolean }

/**
 * The result of running a request. `failed`: credits for the parts that failed on our side. `grant`:
 * the credits that the request buys, which are written together with the answer.
 */
export type RunAnswer = StoredAnswer & { failed?: number; grant?: Grant }

/** An item for sale: an operation, or credits. */
export type Priced = { price: { amount: bigint } }

/** The ports of the money path. */
export type PaymentPorts<item extends Priced = GrantedRequest> = {
  /**
   * Refuses for free a request that is certain to fail, by throwing its error.
   *
   * @param requester - the budget that pays for requests to upstreams. By default they are free.
   */
  preflight(priced: item, requester?: Requester): Promise<void>
  /** Digest of the request without its price. A payment is bound to it. */
  digestOf(priced: item): string
  /** Description of the item, for the record of payments and the ledger of credits. */
  boughtOf(priced: item): Bought
  /**
   * Refuses for free a request whose sources keep failing, by throwing the error. If the request
   * needs such a source, runs it, which requires a proven payer.
   */
  rehearse(priced: item, requester?: Requester): Promise<void>
  /** Refunds to the caller's budget the fetches of a request that ended in a sale. */
  refundFetches(caller: Requester): void
  /** Address of the payee. */
  payTo: Hex
  /** Validity of quotes. An authorization is valid for a little longer. */
  maxTimeoutSeconds?: number | undefined
  facilitator: Pick<
    Facilitator,
    'verify' | 'waitForFee' | 'settle' | 'findSettlement' | 'authorizationState' | 'balanceOf'
  >
  /** Verifies one payment at a time for each address. Throws `RATE_LIMITED` when too many wait. */
  inTurn?: AddressTurns['inTurn']
  /**
   * The budget of a caller for unpaid requests to the chain: checks of wallet contracts, states of
   * refused payments, and claims of payments that may be refused. {@link PaymentPorts.refundFetches} refunds
   * them. Absent if they are free.
   */
  unpaidBudget?(caller: Requester): FetchBudget | undefined
  /** Counts a request of a proven payer. Throws `RATE_LIMITED`. */
  admitPayer(payer: Hex): Promise<void>
  record: PaymentRecord
  inFlight: InFlight<PaidAnswer>
  proofs: PaymentProofs
  /**
   * Whether the payer consents to this order; present if the goods go to an account. Then a payment
   * needs a proof from the start, and its nonce must be unused on the chain.
   */
  consents?(priced: item, caller: Payer): Promise<boolean>
  /** Answers payers before settlement. Absent if the operator does not allow it. */
  advances?: Advances
  /** Limits attempts to execute an owed answer. Absent if an attempt executes nothing. */
  owed?: OwedAnswers
  /** Estimates the size of answers and limits large ones; absent if no answer is large. */
  sizing?: { bytesOf(priced: item): number; making: LargeMaking }
  /** Runs the request. Throws if no data could be produced. */
  answer(priced: item, paid: PaymentRow): Promise<RunAnswer>
  /** The credits for parts that failed on our side. They are stored together with the answer. */
  giftForFailed(paid: PaymentRow, credits: number): Promise<Gift>
  credits: Pick<Credits, 'take' | 'takeOnce' | 'answered' | 'refund' | 'findOnce' | 'storeOnce'>
  /** Runs the request on credits. Throws if no data could be produced. */
  answerOnCredits(priced: item, debit: Debit): Promise<Omit<RunAnswer, 'paymentResponse'>>
  nowMs(): number
}

/**
 * Trust limits for payers that are answered before settlement, and the collector that settles them.
 */
export type Advances = {
  /** Maximum atomic units that a payer may owe for answers already given. */
  exposureMax: bigint
  /**
   * Maximum atomic units that all wallets without a settled payment may owe together; 0 by default.
   */
  newWalletsExposureMax?: bigint
  /** Takes over an answered payment to settle it later. */
  collect(row: PaymentRow): void
}
