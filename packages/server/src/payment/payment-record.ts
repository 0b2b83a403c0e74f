import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'

/** A payment is known by who pays and the nonce, as the chain knows it. Both lower case. */
export type PaymentKey = { payer: Hex; nonce: Hex }

/**
 * `claimed -> broadcast -> settled -> answered`, or `failed`, or `owed`: settled, and the answer
 * could not be produced. Written before anything is awaited, so a crash leaves the truth behind.
 */
export type PaymentState = 'claimed' | 'broadcast' | 'settled' | 'answered' | 'failed' | 'owed'

/** An answer as it was sent, so that it can be sent again. */
export type StoredAnswer = { status: number; body: string; paymentResponse: string }

export type PaymentRow = PaymentKey & {
  state: PaymentState
  /** Digest of the request this payment belongs to, and no other. */
  request: string
  /** What was signed: enough to settle it after a restart. */
  signed: SignedAuthorization
  transaction?: Hex
  logIndex?: number
  /** Why it failed, or why the answer is owed. */
  reason?: string
  answer?: StoredAnswer
  /** Unix milliseconds. */
  createdAt: number
}

/** A payment before anything came of it. */
export type Claim = PaymentKey & Pick<PaymentRow, 'request' | 'signed' | 'createdAt'>

/** The durable memory of the money path. Every write is on disk when its promise resolves. */
export type PaymentRecord = {
  find(key: PaymentKey): Promise<PaymentRow | undefined>
  /** Atomic: of two claims of one key exactly one gets `true`. */
  claim(claim: Claim): Promise<boolean>
  /** The transaction's hash, before it is sent. */
  broadcast(key: PaymentKey, transaction: Hex): Promise<void>
  settled(key: PaymentKey, settlement: { transaction: Hex; logIndex: number }): Promise<void>
  failed(key: PaymentKey, reason: string): Promise<void>
  answered(key: PaymentKey, answer: StoredAnswer): Promise<void>
  owed(key: PaymentKey, reason: string): Promise<void>
  /** Payments to resume at start: `claimed`, `broadcast` and `settled`, oldest first. */
  unfinished(): Promise<readonly PaymentRow[]>
  /** Sums by state, in atomic units: what an operator reconciles with the chain. */
  totals(): Promise<Readonly<Record<PaymentState, { count: number; amount: bigint }>>>
  close(): void
}
