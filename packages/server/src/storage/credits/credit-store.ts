import type { PaymentKey } from './payment-key.ts'

/**
 * Credits that an organisation can spend: bought credits, and the rest of this month's allotment.
 */
export type Balance = { prepaid: number; allotment: number }

/**
 * Why a balance changed. `topup`, `grant`, `claim` and `refund` add; `debit` subtracts; `allotment`
 * adds the month's credits, `expiry` removes what is left of the month before.
 */
export type EntryKind = 'topup' | 'grant' | 'claim' | 'refund' | 'debit' | 'allotment' | 'expiry'

/** One row of the ledger. The rows of an organisation add up to its balance. */
export type LedgerEntry = {
  id: string
  organisation: string
  kind: EntryKind
  /** Signed change of the balance. */
  credits: number
  /** The part of `credits` that moved the allotment. */
  allotment: number
  /** Key that spent, when one did. */
  key?: string
  /** Unique: the payment of the entry, or the debit that is refunded. */
  reference?: string
  /** For people: of a debit, the text of {@link Bought}. */
  note?: string
  createdAt: number
}

/** Credits of one data area. */
export type AreaCredits = { area: string; credits: number }

/** Description of the goods of a payment or debit. */
export type Bought = {
  /** For people: the fields, a newline, their arguments. At most 200 characters. */
  text: string
  /** By area, the largest first, without areas of 0 credits. The sum is the charge. */
  areas: readonly AreaCredits[]
}

/**
 * Credits to debit for one operation. `month` is `2026-11`, UTC, with the plan's allotment for it.
 */
export type Charge = {
  id: string
  organisation: string
  key: string
  credits: number
  month: string
  monthlyCredits: number
  /** Absent where it is not known, as from earlier versions. */
  bought?: Bought
  at: number
  /** Absent without an idempotency key. */
  once?: Once
}

/** The idempotency key of a charge. An organisation has each key once. */
export type Once = {
  key: string
  /** Digest of the operation that the key is bound to. */
  request: string
  /** The answer is retained until then. Unix milliseconds. */
  keptUntil: number
}

/** A charge under an idempotency key. */
export type OnceCharge = Pick<Charge, 'id' | 'organisation'> & { once: Once }

/** The operation of an idempotency key. `answer` is absent while the operation runs. */
export type OnceRow = { request: string; answer?: { status: number; body: string } }

/**
 * The result of a charge. `taken` is false if the pool held too few credits or, with `isKnown`, if
 * another charge holds the idempotency key. Then the balance is unchanged.
 */
export type Taken = { taken: boolean; balance: Balance; isKnown?: true }

/** Credits added from outside. The same reference is added once, however often it is sent. */
export type Gift = {
  id: string
  organisation: string
  kind: 'topup' | 'grant' | 'claim' | 'refund'
  credits: number
  reference?: string
  /** Minus credits given under this reference. */
  less?: string
  /** or nothing where something was given under this one. */
  unless?: string
  note?: string
  at: number
}

/** Credits that the keys of an organisation spent on a day. */
export type UsageRow = {
  /** UTC, `2026-11-21`. */
  day: string
  key: string
  operations: number
  /** Taken, refunds of that day already subtracted. */
  credits: number
}

/**
 * Credits that an organisation spent in an area on a day. An operation with several areas counts in
 * its largest.
 */
export type AreaUsageRow = Omit<UsageRow, 'key'> & {
  /** Empty for debits of earlier versions, which did not record it. */
  area: string
}

/** Credits that a key spent. `lastAt`: of its last debit or refund, Unix milliseconds. */
export type KeyUsageRow = Omit<UsageRow, 'day'> & { lastAt: number }

/**
 * The ledger of credits. Every write is on disk when its promise resolves. A balance moves and its
 * ledger row is written in one transaction, so two calls never spend the same credit.
 */
export type CreditStore = {
  /**
   * Starts a new month's allotment where one has begun, then takes all of the credits or none. An
   * idempotency key is claimed in the same transaction as the debit.
   */
  take(charge: Charge): Promise<Taken>
  /** The operation of an organisation's idempotency key; `undefined` if the key is unused. */
  findOnce(of: { organisation: string; key: string }, now: number): Promise<OnceRow | undefined>
  /**
   * Stores the answer of a charge with an idempotency key, and closes the debit, in one
   * transaction. If a later charge holds the key by now, only the debit is closed.
   *
   * @param back - credits for missing parts of the answer, refunded in the same transaction unless
   * the whole debit was refunded already.
   */
  storeOnce(
    charge: OnceCharge,
    answer: { status: number; body: string },
    back?: { id: string; credits: number; at: number },
  ): Promise<void>
  /** Drops stored answers of idempotency keys that have expired. @returns how many. */
  pruneOnce(now: number, rowsMax: number): Promise<number>
  /**
   * Refunds part or all of a debit, once. A full refund closes the debit and frees its idempotency
   * key.
   * @returns `false` when it was refunded before.
   */
  refund(refund: { id: string; debit: string; credits: number; at: number }): Promise<boolean>
  /**
   * Closes debits whose answers were sent. Until then a debit is unanswered. A refunded debit stays
   * refunded.
   */
  answered(debits: readonly string[]): Promise<void>
  /** Debits whose answers were not sent, oldest first. */
  unanswered(): Promise<readonly string[]>
  /**
   * Refunds the rest of each of these debits that is unanswered; of several instances one refunds it.
   * @returns how many debits it refunded.
   */
  refundUnanswered(debits: readonly string[], at: number): Promise<number>
  /** Credits that were given under this reference; 0 when none were. */
  given(reference: string): Promise<number>
  /** Stores a gift until the payment is final, once. A gift that was given before is not given again. */
  givePending(gift: Gift & { reference: string }, payment: PaymentKey): Promise<void>
  /** Pending credits of the organisation. */
  pending(organisation: string): Promise<number>
  /**
   * Gives the pending credits of payments that are final, and drops those of payments that are
   * uncollectible. @returns how many gifts were given.
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
  /** The same credits and operations by day and area, newest day first. */
  usageByArea(organisation: string, sinceMs: number): Promise<readonly AreaUsageRow[]>
  /** The same by key. */
  usageByKey(organisation: string, sinceMs: number): Promise<readonly KeyUsageRow[]>
  /** Entries since `sinceMs`, newest first. `isBought`: those alone that credits were bought with. */
  entries(
    organisation: string,
    of: { sinceMs: number; limit: number; isBought?: boolean },
  ): Promise<readonly LedgerEntry[]>
}
