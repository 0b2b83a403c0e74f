import { bounds } from '@fiq/shared/bounds'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Gift } from '../credits/credit-store.ts'
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
 * could not be produced. Each state is written before the step that it permits, so a crash leaves
 * the truth behind.
 *
 * A trusted payer is answered first: `reserved -> advanced -> answered`, where
 * `advanced` is answered and not settled, and `unpaid` is answered and can never settle.
 *
 * If a reorganisation of the chain removes the transfer of an answered payment, the payment becomes
 * `reorganised`: it keeps its answer and is broadcast again. It becomes `answered` again, or
 * `uncollectible` if the authorization can no longer settle.
 */
export type PaymentState = (typeof paymentStates)[number]

/** An answer as it was sent, so that it can be sent again. */
export type StoredAnswer = {
  status: number
  body: string
  /** Absent when the answer was given before the payment settled. */
  paymentResponse?: string
  /** When it was produced, Unix milliseconds. */
  at?: number
}

export type PaymentRow = PaymentKey & {
  state: PaymentState
  /** Digest of the request this payment belongs to, and no other. */
  request: string
  /** The signed authorization: enough to settle it after a restart. */
  signed: SignedAuthorization
  /** The payer's own name for it; of each payer, no two payments have one name. */
  identifier?: string
  /** SHA-256 of the quote's secret, in hex; absent when the client did not echo the secret. */
  secretHash?: string
  transaction?: Hex
  logIndex?: number
  /** Why it failed, why it is unpaid, or why the answer is owed. */
  reason?: string
  /**
   * Absent from an `answered` payment when the answer was too large to keep: it is executed again,
   * free, until `keptUntilMs`. Absent too when that time has passed.
   */
  answer?: StoredAnswer
  /** An answer is stored, and was not read: see {@link PaymentRecord.find}. */
  isWithheld?: true
  /** When it was answered, Unix milliseconds. Absent from payments of earlier versions. */
  answeredAt?: number
  /** Unix milliseconds. */
  createdAt: number
}

/** The transaction that settled a payment. */
export type SettledBy = { transaction: Hex; logIndex?: number }

/** A payment as it is claimed. */
export type Claim = PaymentKey &
  Pick<PaymentRow, 'request' | 'signed' | 'createdAt' | 'identifier' | 'secretHash'> & {
    /** Description of the goods, for people. */
    bought?: string
  }

/** How much of the answers is stored, and how long. */
export type AnswerLimits = {
  /** Of an answer in the row of its payment. A larger one is kept in parts, {@link LargeAnswers}. */
  answerBytesMax: number
  /** Maximum bytes of all large answers together. */
  largeBytesMax: number
  /** Answers are stored at least this long, even if the authorization expires earlier. */
  keptMinMs: number
  /** Answers are stored at most this long: the payer chooses `validBefore`, even millennia away. */
  keptMaxMs: number
}

/** Number of a payer's latest settled payments that limit its exposure. */
export const vouchersMax = 32

const hourMs = 60 * 60 * 1_000

/** Limits of a server, by the hours that answers are kept at least and the room for large ones. */
export function limitsOf(
  keptHours = 24,
  largeMegabytes = bounds.largeQuotaBytesMax / 1_048_576,
): AnswerLimits {
  return {
    answerBytesMax: bounds.rowBytesMax,
    largeBytesMax: largeMegabytes * 1_048_576,
    keptMinMs: keptHours * hourMs,
    keptMaxMs: 30 * 24 * hourMs,
  }
}

export const answerLimits = limitsOf()

/**
 * The time until which an answer can be requested again: `validBefore`, or the minimum retention if
 * that is later. Unix ms.
 */
export function keptUntilMs(
  { createdAt, signed }: Pick<PaymentRow, 'createdAt' | 'signed'>,
  { keptMinMs, keptMaxMs }: AnswerLimits,
): number {
  const latest = createdAt + keptMaxMs
  const validBefore = signed.authorization.validBefore * 1_000n
  const asked = validBefore > BigInt(latest) ? latest : Number(validBefore)
  return Math.max(asked, createdAt + keptMinMs)
}

/**
 * The durable storage of the money path. Every write is on disk when its promise resolves, and
 * payments only move forward: a late write changes nothing.
 *
 * While the database is unavailable every call rejects with FiqError `STORE_UNAVAILABLE`. That leaves
 * the payment as it was, and the same payment may be sent again. A move that the state of a payment
 * does not allow is `INTERNAL`.
 */
export type PaymentRecord = {
  limits: AnswerLimits
  large: LargeAnswers
  owedTries: OwedTries
  /**
   * @param shown - what an unproven request shows. The stored answer is read only if the secret is
   *   the payment's own, so that neither the answer nor its size costs time before the proof.
   */
  find(
    key: PaymentKey,
    shown?: { secretHash?: string | undefined },
  ): Promise<PaymentRow | undefined>
  /** The payment that a payer gave this name. */
  findNamed(payer: Hex, identifier: string): Promise<PaymentRow | undefined>
  /** Atomic: of two claims of one key, or of one name, exactly one gets `true`. */
  claim(claim: Claim): Promise<boolean>
  /**
   * Claims a payment that is answered before it settles. The payer's unpaid answers stay within
   * `limit` and within the sum of its latest {@link vouchersMax} settled payments: `over-exposure`
   * claims nothing. Atomic, like {@link claim}, whose `false` is
   * `already-claimed`.
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
   * Stores the answer to a reserved payment before it is sent. The first answer stays, as with
   * {@link answered}. If the money moved in between, the payment is `answered`, so it never buys an
   * answer and a debt.
   *
   * @returns the stored answer.
   * @throws FiqError `INTERNAL` - if the payment failed in between. Then the answer is not sent.
   */
  advanced(key: PaymentKey, answer: StoredAnswer): Promise<StoredAnswer>
  /**
   * Stores the transaction's hash before it is sent. Replaced hashes stay in the record. Rejects if
   * the payment has ended in between: then the transaction must not be sent.
   */
  broadcast(key: PaymentKey, transaction: Hex): Promise<void>
  /** `settled`, or `answered` when it was answered in advance. */
  settled(key: PaymentKey, settlement: SettledBy): Promise<void>
  /**
   * `failed`, or `unpaid` if it was answered first. An unpaid payment keeps counting against the
   * payer.
   */
  failed(key: PaymentKey, reason: string): Promise<void>
  /**
   * The first answer stays: the same payment gets the same answer from every instance.
   *
   * @param settlement - if not written yet: written in the same transaction.
   * @param gift - credits for missing parts of this answer. They are written in the transaction
   * that stores this answer, and not at all if another answer is stored already.
   * @returns the stored answer.
   */
  answered(
    key: PaymentKey,
    answer: StoredAnswer,
    settlement?: SettledBy,
    gift?: Gift,
  ): Promise<StoredAnswer>
  owed(key: PaymentKey, reason: string): Promise<void>
  /** Payments that have not come to an end, oldest first. */
  unfinished(): Promise<readonly PaymentRow[]>
  /** Sums by state, in atomic units. An operator compares them with the chain. */
  totals(): Promise<Readonly<Record<PaymentState, { count: number; amount: bigint }>>>
  /**
   * Drops at most `rowsMax` expired answers, the oldest first. Their payments stay, except those
   * that failed and were never sent to the chain: these are deleted `keptMinMs` after `keptUntilMs`,
   * or every empty wallet would leave a row. Drops large answers once no payment refers to them.
   *
   * @returns how many it dropped.
   */
  prune(nowMs: number, rowsMax?: number): Promise<number>
  /** Waits for running work, then closes. */
  close(): Promise<void>
}
