import { bounds } from '@fiq/shared/bounds'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Grant } from '../credits/credit-store.ts'
import type { PaymentKey } from '../credits/payment-key.ts'
import type { OwedTries } from './create-owed-tries.ts'
import type { LargeAnswers } from './large-answers.ts'

export const paymentStates = [
  'claimed',
  'broadcast',
  'settled',
  'answered',
  'failed',
  'owed',
  'reserved',
  'advanced',
  'unpaid',
  'reorganised',
  'uncollectible',
] as const

/**
 * `claimed -> broadcast -> settled -> answered`, or `failed`, or `owed`: settled, and the answer
 * could not be produced. Each state is written before the step that it permits, so the record is
 * correct after a crash.
 *
 * A trusted payer is answered first: `reserved -> advanced -> answered`, where `advanced` is
 * answered and not settled, and `unpaid` is answered and can never settle.
 *
 * If a reorganisation of the chain removes the transfer of an answered payment, the payment becomes
 * `reorganised`: it keeps its answer and is broadcast again. It becomes `answered` again, or
 * `uncollectible` if the authorization can no longer settle.
 */
export type PaymentState = (typeof paymentStates)[number]

/** A sent answer, stored so that it can be sent again. */
export type StoredAnswer = {
  status: number
  body: string
  /** Absent if the answer was given before the payment settled. */
  paymentResponse?: string
  /** Time of execution, Unix milliseconds. */
  at?: number
}

/** A payment in the record. */
export type PaymentRow = PaymentKey & {
  state: PaymentState
  /** Digest of the only request that this payment buys. */
  request: string
  /** The signed authorization, from which the payment can be settled after a restart. */
  signed: SignedAuthorization
  /** The payer's `payment-identifier`, unique among the payments of the payer. */
  identifier?: string
  /** SHA-256 of the quote's secret, in hex; absent if the client did not echo the secret. */
  secretHash?: string
  transaction?: Hex
  logIndex?: number
  /** Why it failed, is unpaid, or why its answer is owed. */
  reason?: string
  /**
   * Absent from an `answered` payment if the answer was too large to store (then it is executed
   * again, free, until `storedUntilMs`) or if that time has passed.
   */
  answer?: StoredAnswer
  /** Whether an answer is stored but was not read: see {@link PaymentRecord.find}. */
  isWithheld?: true
  /** Time of the answer, Unix milliseconds. Absent from payments of earlier versions. */
  answeredAt?: number
  /** Unix milliseconds. */
  createdAt: number
}

/** The transaction that settled a payment. */
export type SettledBy = { transaction: Hex; logIndex?: number }

/** A payment to claim. */
export type Claim = PaymentKey &
  Pick<PaymentRow, 'request' | 'signed' | 'createdAt' | 'identifier' | 'secretHash'> & {
    /** Description of the goods, for users. */
    bought?: string
  }

/** Limits on the size and storage time of answers. */
export type AnswerLimits = {
  /**
   * Maximum bytes of an answer in the row of its payment. Larger ones are stored in parts, {@link
   * LargeAnswers}.
   */
  answerBytesMax: number
  /** Maximum bytes of all large answers together. */
  largeBytesMax: number
  /** Minimum storage time of answers, even if the authorization expires earlier. */
  storedMinMs: number
  /** Maximum storage time of answers: the payer chooses `validBefore`, even millennia away. */
  storedMaxMs: number
}

/** Number of a payer's settled payments, in no order, whose sum limits its exposure. */
export const exposurePaymentsMax = 32

const hourMs = 60 * 60 * 1_000

/** Limits of a server with this minimum storage time in hours and quota of large answers. */
export function limitsOf(
  storedHours = 24,
  largeMegabytes = bounds.largeQuotaBytesMax / 1_048_576,
): AnswerLimits {
  return {
    answerBytesMax: bounds.rowBytesMax,
    largeBytesMax: largeMegabytes * 1_048_576,
    storedMinMs: storedHours * hourMs,
    storedMaxMs: 30 * 24 * hourMs,
  }
}

/** The limits if the operator sets none. */
export const answerLimits = limitsOf()

/**
 * The time until which an answer can be requested again: `validBefore`, or the minimum storage time
 * if that is later. Unix milliseconds.
 */
export function storedUntilMs(
  { createdAt, signed }: Pick<PaymentRow, 'createdAt' | 'signed'>,
  { storedMinMs, storedMaxMs }: AnswerLimits,
): number {
  const latest = createdAt + storedMaxMs
  const validBefore = signed.authorization.validBefore * 1_000n
  const requested = validBefore > BigInt(latest) ? latest : Number(validBefore)
  return Math.max(requested, createdAt + storedMinMs)
}

/**
 * The durable storage of the money path. Every write is on disk when its promise resolves, and
 * payments only move forward: a late write changes nothing.
 *
 * While the database is unavailable every call rejects with FiqError `STORE_UNAVAILABLE`. That
 * leaves the payment as it was, and the same payment may be sent again. A transition that the state
 * of a payment does not allow is `INTERNAL`.
 */
export type PaymentRecord = {
  limits: AnswerLimits
  large: LargeAnswers
  owedTries: OwedTries
  /**
   * The payment with this key.
   *
   * @param shown - The secret of an unproven request. The stored answer is read only if the secret
   * is the payment's own, so that neither the answer nor its size costs time before the proof.
   */
  find(
    key: PaymentKey,
    shown?: { secretHash?: string | undefined },
  ): Promise<PaymentRow | undefined>
  /** The payment with this `payment-identifier` of a payer. */
  findNamed(payer: Hex, identifier: string): Promise<PaymentRow | undefined>
  /** Atomic: of two claims of one key, or of one identifier, exactly one gets `true`. */
  claim(claim: Claim): Promise<boolean>
  /**
   * Claims a payment that is answered before it settles. The payer's unpaid answers stay within
   * `limit` and within the sum of {@link exposurePaymentsMax} of its settled payments:
   * `over-exposure` claims nothing. Atomic, like {@link claim}, whose `false` is `already-claimed`.
   *
   * Wallets without a settled payment share one exposure: the sum of their answered and unpaid
   * payments stays within `newWalletsLimit`.
   *
   * @param limit - of one payer, atomic units.
   * @param newWalletsLimit - of all new wallets together, atomic units; 0 by default.
   */
  reserve(
    claim: Claim,
    limit: bigint,
    newWalletsLimit?: bigint,
  ): Promise<'reserved' | 'over-exposure' | 'already-claimed'>
  /**
   * Stores the answer to a reserved payment before it is sent. The first answer stays, as in {@link
   * answered}. If the money moved in between, the payment is `answered`, so it never buys an answer
   * and also leaves a debt.
   *
   * @returns The stored answer.
   * @throws FiqError `INTERNAL` if the payment failed in between. Then the answer is not sent.
   */
  advanced(key: PaymentKey, answer: StoredAnswer): Promise<StoredAnswer>
  /**
   * Stores the transaction's hash before it is sent. Replaced hashes stay in the record. Rejects if
   * the payment ended in between: then the transaction must not be sent.
   */
  broadcast(key: PaymentKey, transaction: Hex): Promise<void>
  /** Becomes `settled`, or `answered` if it was answered in advance. */
  settled(key: PaymentKey, settlement: SettledBy): Promise<void>
  /**
   * Becomes `failed`, or `unpaid` if it was answered first. An unpaid payment keeps counting
   * against the payer.
   */
  failed(key: PaymentKey, reason: string): Promise<void>
  /**
   * Stores the answer. The first answer stays: the same payment gets the same answer from every
   * instance.
   *
   * @param settlement - If not stored yet: stored in the same transaction.
   * @param gift - Credits for missing parts of this answer, or those that the payment buys. They
   * are written in the transaction that stores this answer, and not at all if another answer is
   * stored already.
   * @returns The stored answer.
   */
  answered(
    key: PaymentKey,
    answer: StoredAnswer,
    settlement?: SettledBy,
    gift?: Grant,
  ): Promise<StoredAnswer>
  owed(key: PaymentKey, reason: string): Promise<void>
  /**
   * Payments that the server still has to settle or answer, oldest first. An `owed` payment is not
   * among them: its payer sends it again.
   */
  unfinished(): Promise<readonly PaymentRow[]>
  /** Sums by state, in atomic units, which an operator compares with the chain. */
  totals(): Promise<Readonly<Record<PaymentState, { count: number; amount: bigint }>>>
  /**
   * Deletes at most `rowsMax` expired answers, oldest first. Their payments stay, except those that
   * failed and were never sent to the chain: these are deleted `storedMinMs` after `storedUntilMs`,
   * because every empty wallet would leave a row. Deletes large answers once no payment refers to
   * them.
   *
   * @returns The number of deleted answers and payments.
   */
  prune(nowMs: number, rowsMax?: number): Promise<number>
  /** Waits for running work, then closes. */
  close(): Promise<void>
}
