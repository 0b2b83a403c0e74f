import type { Hex } from '@fiq/shared/payment/wire'
import type { PaymentKey } from './payment-key.ts'

/** Who holds keys and credits: a customer of the operator, or a wallet. */
export type Organisation = {
  id: string
  name: string
  /** Name of its plan. */
  plan: string
  /** The wallet it belongs to, lower case, when a wallet opened it. */
  wallet?: Hex
  /** Issuer and subject of the person it belongs to, when one opened it by an identity provider. */
  subject?: string
  /** Unix milliseconds. */
  createdAt: number
}

/** Credits an organisation can spend: what was bought, and what is left of this month's allotment. */
export type Balance = { prepaid: number; allotment: number }

/** A key as it is kept: never the key itself. Times are Unix milliseconds. */
export type KeyRow = {
  id: string
  organisation: string
  name: string
  prefix: string
  /** SHA-256, hex. */
  hash: string
  /** Id of the key it was made with; absent when it came of a sign-in or from the operator. */
  parent?: string
  createdAt: number
  expiresAt?: number
  revokedAt?: number
}

/**
 * Why a balance moved. `topup`, `grant`, `claim` and `refund` add; `debit` takes; `allotment` is
 * what a month brings, `expiry` what the month before leaves behind.
 */
export type EntryKind = 'topup' | 'grant' | 'claim' | 'refund' | 'debit' | 'allotment' | 'expiry'

/** One row of the ledger. The rows of an organisation add up to its balance. */
export type LedgerEntry = {
  id: string
  organisation: string
  kind: EntryKind
  /** Signed: what the balance moved by. */
  credits: number
  /** The part of `credits` that moved the allotment. */
  allotment: number
  /** Key that spent, when one did. */
  key?: string
  /** What the entry is about, of which there is one: a payment, or the debit that is refunded. */
  reference?: string
  /** A word for people: the tool or operation. */
  note?: string
  createdAt: number
}

/** Credits to take for one operation. `month` is `2026-11`, UTC, with what the plan gives for it. */
export type Charge = {
  id: string
  organisation: string
  key: string
  credits: number
  month: string
  monthlyCredits: number
  note?: string
  at: number
  /** Absent without an idempotency key. */
  once?: Once
}

/** The idempotency key of a charge. An organisation has each key once. */
export type Once = {
  key: string
  /** Digest of the operation that the key stands for. */
  request: string
  /** The answer is retained until then. Unix milliseconds. */
  keptUntil: number
}

/** A charge under an idempotency key. */
export type OnceCharge = Pick<Charge, 'id' | 'organisation'> & { once: Once }

/** What an idempotency key stands for. `answer` is absent while the operation runs. */
export type OnceRow = { request: string; answer?: { status: number; body: string } }

/**
 * What a charge did. `taken` is false when the pool held too few, or, with `isKnown`, when another
 * charge holds the idempotency key; nothing was moved then.
 */
export type Taken = { taken: boolean; balance: Balance; isKnown?: true }

/** Credits added from outside. The same reference is added once, however often it is sent. */
export type Gift = {
  id: string
  organisation: string
  kind: 'topup' | 'grant' | 'claim' | 'refund'
  credits: number
  reference?: string
  /** Less what was given under this reference, */
  less?: string
  /** or nothing where something was given under this one. */
  unless?: string
  note?: string
  at: number
}

/** What keys of an organisation spent on a day. */
export type UsageRow = {
  /** UTC, `2026-11-21`. */
  day: string
  key: string
  operations: number
  /** Taken, refunds of that day already subtracted. */
  credits: number
}

/** What a program on somebody's computer fetches its key with. Never kept as itself. */
export type SignInCode = {
  /** SHA-256, hex. */
  hash: string
  /** SHA-256, base64url, of the secret that the program has to show. */
  challenge: string
  organisation: string
  /** Unix milliseconds. */
  expiresAt: number
}

/**
 * Durable storage of organisations, keys, the credits ledger, sign-in nonces. Every
 * write is on disk when its promise resolves. Amounts move and their ledger rows are written in one
 * transaction, so two calls can never spend the same credit.
 */
export type AccessStore = {
  /** @returns `false` when the name, the wallet or the subject is taken; nothing was changed then. */
  createOrganisation(organisation: Organisation): Promise<boolean>
  findOrganisation(
    by: { id: string } | { name: string } | { wallet: Hex } | { subject: string },
  ): Promise<Organisation | undefined>
  /** All of them, oldest first, with their balances as last written. */
  organisations(): Promise<readonly (Organisation & Balance)[]>
  /** The allotment of the new plan starts with the next operation. */
  changePlan(organisation: string, plan: string): Promise<void>

  /**
   * Adds a key unless its organisation has so many that are neither revoked nor expired when it is
   * made, whoever else adds one at the same time. @returns `false` then.
   */
  addKey(key: KeyRow, activeMax: number): Promise<boolean>
  /** Keys share a prefix by accident only; the caller compares hashes. */
  keysWithPrefix(prefix: string): Promise<readonly KeyRow[]>
  /** Oldest first; of every organisation when none is named. */
  keys(organisation?: string): Promise<readonly KeyRow[]>
  /** @returns `false` when the key was revoked before, or is none of the organisation's. */
  revokeKey(key: { id: string; organisation: string }, at: number): Promise<boolean>

  /**
   * Starts a new month's allotment where one has begun, then takes all of the credits or none. An
   * idempotency key is claimed in the same transaction as the debit.
   */
  take(charge: Charge): Promise<Taken>
  /** What an idempotency key of an organisation stands for; `undefined` when it is unused. */
  findOnce(of: { organisation: string; key: string }, now: number): Promise<OnceRow | undefined>
  /**
   * Stores the answer of a charge with an idempotency key, and closes the debit, in one
   * transaction. If the key belongs to a later charge meanwhile, only the debit is closed.
   *
   * @param back - credits for what the answer lacks, refunded in the same transaction; not if the
   *   whole debit was refunded meanwhile.
   */
  keepOnce(
    charge: OnceCharge,
    answer: { status: number; body: string },
    back?: { id: string; credits: number; at: number },
  ): Promise<void>
  /** Drops stored answers of idempotency keys that have expired. @returns how many. */
  pruneOnce(now: number, rowsMax: number): Promise<number>
  /**
   * Gives back part or all of a debit, once; one given back whole is not unanswered any more, and
   * its idempotency key is free again.
   * @returns `false` when it was refunded before.
   */
  refund(refund: { id: string; debit: string; credits: number; at: number }): Promise<boolean>
  /**
   * The answers to these debits have been given; until then a debit is unanswered. One that was
   * refunded meanwhile stays refunded.
   */
  answered(debits: readonly string[]): Promise<void>
  /** Debits whose answers have not been given, oldest first. */
  unanswered(): Promise<readonly string[]>
  /**
   * Gives back what is left of those of these debits that are unanswered, each once, whoever else
   * does it at the same time. @returns how many it gave back.
   */
  refundUnanswered(debits: readonly string[], at: number): Promise<number>
  /** Credits that were given under this reference; 0 when none were. */
  given(reference: string): Promise<number>
  /** Holds a gift back until the payment is final, once. One that was given before is not given again. */
  givePending(gift: Gift & { reference: string }, payment: PaymentKey): Promise<void>
  /** Credits of the organisation that are held back. */
  pending(organisation: string): Promise<number>
  /**
   * Gives what was held back for payments that are final, and drops what was held back for those that
   * are uncollectible. @returns how many gifts were given.
   */
  releasePending(at: number): Promise<number>
  /** @returns `false` when this reference was given before; nothing was added then. */
  give(gift: Gift): Promise<boolean>
  /** Balance with a new month's allotment started where one has begun. */
  balance(of: Pick<Charge, 'organisation' | 'month' | 'monthlyCredits' | 'at'>): Promise<Balance>
  /** Newest first. */
  ledger(organisation: string, limit: number): Promise<readonly LedgerEntry[]>
  /** Newest day first. `sinceMs` is inclusive. */
  usage(organisation: string, sinceMs: number): Promise<readonly UsageRow[]>

  /** Keeps a sign-in nonce until `expiresAt`, and forgets those past theirs. */
  keepNonce(nonce: string, expiresAt: number, now: number): Promise<void>
  /** Uses a nonce up. @returns `false` when it is unknown, used or expired. */
  useNonce(nonce: string, now: number): Promise<boolean>

  /** Keeps a code that buys a key once, and forgets those past their time. */
  keepCode(code: SignInCode, now: number): Promise<void>
  /** Uses a code up. @returns undefined when it is unknown, used or expired. */
  useCode(hash: string, now: number): Promise<Omit<SignInCode, 'hash'> | undefined>

  /** Lets what is under way end, then closes. */
  close(): Promise<void>
}
