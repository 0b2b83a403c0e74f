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

/** Who pays, read from the request headers. Who does not is quoted the price, and never comes here. */
export type Caller =
  | ({ pays: 'credits'; idempotencyKey?: string; address?: string } & Identity)
  | ({ pays: 'usdc' } & Payer)

/** A payment, and what shows that it comes from its payer. */
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

/** What running a request came to. `failed`: credits of what is missing because of us. */
export type RunAnswer = StoredAnswer & { failed?: number }

/** What can be bought: an operation, or credits. */
export type Priced = { price: { amount: bigint } }

/** The ports of the money path. */
export type PaymentPorts<item extends Priced = GrantedRequest> = {
  /**
   * Refuses for free what is certain to fail. Throws the error.
   *
   * @param requester - Whose budget pays for requests to upstreams; by default they are free.
   */
  preflight(priced: item, requester?: Requester): Promise<void>
  /** What is asked, without its price: a payment is bound to it. */
  digestOf(priced: item): string
  /** What is bought, for the record of payments and the ledger of credits. */
  boughtOf(priced: item): Bought
  /**
   * Refuses for free what sources that keep failing cannot answer: runs the request when it may ask
   * one of those, which takes a proven payer. Throws the error.
   */
  rehearse(priced: item, requester?: Requester): Promise<void>
  /** The caller was sold something: the sale pays for what its budget lent. */
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
   * Present where what is sold goes to an account: does the payer consent to this order? Then a
   * payment needs a proof from the start, and the chain must not have used its nonce before.
   */
  consents?(priced: item, caller: Payer): Promise<boolean>
  /** Lets payers have their answer before they have paid; absent where nobody may. */
  advances?: Advances
  /** Spaces the tries to execute what is owed; absent where a try executes nothing. */
  owed?: OwedAnswers
  /** How large answers are, before they are made; absent where none is large. */
  sizing?: { bytesOf(priced: item): number; making: LargeMaking }
  /** Runs the request; throws when no data could be produced at all. */
  answer(priced: item, paid: PaymentRow): Promise<RunAnswer>
  /** The credits for what an answer lacks because of us, to be written with that answer. */
  giftForFailed(paid: PaymentRow, credits: number): Promise<Gift>
  credits: Pick<Credits, 'take' | 'takeOnce' | 'answered' | 'refund' | 'findOnce' | 'storeOnce'>
  /** Runs the request on credits; throws when no data could be produced at all. */
  answerOnCredits(priced: item, debit: Debit): Promise<Omit<RunAnswer, 'paymentResponse'>>
  nowMs(): number
}

/** How far payers are trusted, and who sees to it that they pay. */
export type Advances = {
  /** Atomic units that a payer may have been answered and not have paid. */
  exposureMax: bigint
  /** Atomic units that all wallets without a settled payment share; 0 by default. */
  newWalletsExposureMax?: bigint
  /** Takes an answered payment over, to be settled later. */
  collect(row: PaymentRow): void
}
