import type { PaymentKey } from '../credits/payment-key.ts'

/** The owner of an answer: a payment, or a debit of credits. */
export type AnswerOwner = PaymentKey | { debit: string }

/** The owner of a large answer, and its expiry. */
export type AnswerAccess = {
  /** Organisation whose credits bought the answer. Otherwise the answer's id alone gives access. */
  organisation: string | undefined
  /** Unix milliseconds. */
  storedUntilMs: number
  /** Bytes of the answer, compressed. */
  bytes: number
}

/** Reserved space for one answer. */
export type ReservedSpace = { release(): Promise<void> }

/**
 * Answers too large for the row of their payment, compressed, in parts. An answer is kept while the
 * row of a payment or of an idempotency key refers to it.
 */
export type LargeAnswers = {
  /** Maximum bytes of large answers and reservations together. */
  quotaBytes: number
  /** @returns `undefined` when the quota has too little space. */
  reserve(bytes: number, nowMs: number): Promise<ReservedSpace | undefined>
  /**
   * Compresses and stores a body. All of it is on disk when the promise resolves. A paid answer is
   * stored even beyond the quota.
   *
   * @returns The reference that replaces the body.
   */
  store(owner: AnswerOwner, pieces: AsyncIterable<string>, nowMs: number): Promise<string>
  /** @returns `undefined` for an unknown answer, or one that no row refers to any more. */
  find(id: string, nowMs: number): Promise<AnswerAccess | undefined>
  /** The compressed parts of an answer in order. Each is read when it is consumed. */
  read(id: string): AsyncIterable<Uint8Array>
  /**
   * Deletes answers without a referring row, one hour after they were begun.
   *
   * @returns Their number.
   */
  prune(nowMs: number, answersMax: number): Promise<number>
  /** Bytes in use. */
  usedBytes(): Promise<number>
}
