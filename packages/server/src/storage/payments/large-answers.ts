import type { PaymentKey } from '../credits/payment-key.ts'

/** The owner of an answer: a payment, or a debit of credits. */
export type AnswerOwner = PaymentKey | { debit: string }

/** The owner of a large answer, and its expiry. */
export type KeptAnswer = {
  /** Organisation whose credits bought the answer. Otherwise the answer's id alone gives access. */
  organisation: string | undefined
  /** Unix milliseconds. */
  keptUntilMs: number
}

/** Room for one answer, until it is given back. */
export type ReservedRoom = { release(): Promise<void> }

/**
 * Answers too large for the row of their payment, compressed, in parts. One stays as long as the row
 * of a payment or of an idempotency key refers to it; nothing that is referred to is ever dropped.
 */
export type LargeAnswers = {
  /** Bytes that large answers and reservations may take together. */
  quotaBytes: number
  /** @returns `undefined` when there is no room for so many bytes. */
  reserve(bytes: number, nowMs: number): Promise<ReservedRoom | undefined>
  /**
   * Compresses and stores a body. All of it is on disk when the promise resolves. A paid answer is
   * stored even beyond the quota.
   *
   * @returns the reference that replaces the body.
   */
  store(owner: AnswerOwner, pieces: AsyncIterable<string>, nowMs: number): Promise<string>
  /** @returns `undefined` for an answer that nothing refers to any more, or that never was. */
  find(id: string, nowMs: number): Promise<KeptAnswer | undefined>
  /** The compressed parts of an answer in order, each read when it is consumed. */
  read(id: string): AsyncIterable<Uint8Array>
  /** Drops answers without a referring row, an hour after they began. @returns how many. */
  prune(nowMs: number, answersMax: number): Promise<number>
  /** Bytes that are taken. */
  taken(): Promise<number>
}
