import type { PaymentKey } from './payment-key.ts'

/**
 * Credits that an organisation can spend: bought credits, and the rest of this month's allotment.
 */
export type Balance = { prepaid: number; allotment: number }

/**
 * Why a balance changed. `topup`, `grant`, `claim` and `refund` add; `debit` subtracts; `allotment`
 * adds the month's credits; `expiry` removes the rest of the previous month.
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
  /** The key that spent; absent if none did. */
  key?: string
  /** Unique: the payment of the entry, or the refunded debit. */
  reference?: string
  /** For users: for a debit, the text of {@link Bought}. */
  note?: string
  /** Unix milliseconds. */
  createdAt: number
}

/** Credits of one data area. */
export type AreaCredits = { area: string; credits: number }

/** Description of the goods of a payment or debit. */
export type Bought = {
  /** For users: the fields, a newline, their arguments. At most 200 characters. */
  text: string
  /** Credits by area, largest first, without areas of 0 credits. The sum is the charge. */
  areas: readonly AreaCredits[]
}

/**
 * Credits to debit for one operation. `monthlyCredits` is the plan's allotment for `month`
 * (`2026-11`, UTC). `at` is in Unix milliseconds.
 */
export type Charge = {
  id: string
  organisation: string
  key: string
  credits: number
  month: string
  monthlyCredits: number
  /** Absent if unknown, as in debits of earlier versions. */
  bought?: Bought
  at: number
  /** Absent without an idempotency key. */
  once?: Once
}

/** The idempotency key of a charge. It is unique within an organisation. */
export type Once = {
  key: string
  /** Digest of the operation that the key is bound to. */
  request: string
  /** The answer is retained until this time. Unix milliseconds. */
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

/** Credits to add to an organisation. A reference is granted once, even if it is sent again. */
export type Gift = {
  id: string
  organisation: string
  kind: 'topup' | 'grant' | 'claim' | 'refund'
  credits: number
  reference?: string
  /** Reference of an earlier grant, whose credits are subtracted. */
  less?: string
  /** Reference of another grant. If it was granted, this one grants nothing. */
  unless?: string
  note?: string
  /** Unix milliseconds. */
  at: number
}

/** A gift. With `pendsFor` it is pending until that payment is final. */
export type Grant = Gift & { pendsFor?: PaymentKey }

/** A debit whose answer was not sent. `beats` changes while its operation runs. */
export type UnansweredDebit = { id: string; beats: number }

/** Credits that the keys of an organisation spent on a day. */
export type UsageRow = {
  /** UTC, `2026-11-21`. */
  day: string
  key: string
  operations: number
  /** Debits minus the refunds of that day. */
  credits: number
}

/**
 * Credits that an organisation spent in an area on a day. An operation with several areas counts
 * once, in its largest area.
 */
export type AreaUsageRow = Omit<UsageRow, 'key'> & {
  /** Empty for debits of earlier versions, which did not record the area. */
  area: string
}

/** Credits that a key spent. `lastAt`: time of its last debit or refund, Unix milliseconds. */
export type KeyUsageRow = Omit<UsageRow, 'day'> & { lastAt: number }

/**
 * The ledger of credits. Every write is on disk when its promise resolves. A balance and its ledger
 * row change in one transaction, so two calls never spend the same credit.
 */
export type CreditStore = {
  /**
   * Starts a new month's allotment if the month has begun, then debits all of the credits or none.
   * Claims the idempotency key in the transaction of the debit.
   */
  take(charge: Charge): Promise<Taken>
  /** The operation of an organisation's idempotency key; `undefined` if the key is unused. */
  findOnce(of: { organisation: string; key: string }, now: number): Promise<OnceRow | undefined>
  /**
   * Stores the answer of a charge with an idempotency key, and closes the debit, in one
   * transaction. If a later charge has the key by now, only closes the debit.
   *
   * @param back - Credits for missing parts of the answer. They are refunded in the same
   * transaction, unless the whole debit was refunded already.
   */
  storeOnce(
    charge: OnceCharge,
    answer: { status: number; body: string },
    back?: { id: string; credits: number; at: number },
  ): Promise<void>
  /** Deletes expired answers of idempotency keys. @returns Their number. */
  pruneOnce(now: number, rowsMax: number): Promise<number>
  /**
   * Refunds part or all of a debit, once. A full refund closes the debit and frees its idempotency
   * key.
   *
   * @returns `false` if it was refunded before.
   */
  refund(refund: { id: string; debit: string; credits: number; at: number }): Promise<boolean>
  /**
   * Closes debits whose answers were sent. Until then a debit is unanswered. A refunded debit stays
   * refunded.
   */
  answered(debits: readonly string[]): Promise<void>
  /** Debits whose answers were not sent, oldest first. */
  unanswered(): Promise<readonly UnansweredDebit[]>
  /** Shows other instances that the operations of these debits still run. */
  renewUnanswered(debits: readonly string[]): Promise<void>
  /**
   * Refunds the rest of each given debit that is unanswered and was not renewed since. Of several
   * instances, one refunds it.
   *
   * @returns The number of refunded debits.
   */
  refundUnanswered(debits: readonly UnansweredDebit[], at: number): Promise<number>
  /** Credits granted under this reference; 0 if none. */
  granted(reference: string): Promise<number>
  /**
   * Stores a grant that waits until the payment is final, once. Does not repeat an earlier grant.
   */
  givePending(gift: Gift & { reference: string }, payment: PaymentKey): Promise<void>
  /** Pending credits of the organisation. */
  pending(organisation: string): Promise<number>
  /**
   * Grants the pending credits of final payments, and deletes those of uncollectible payments.
   *
   * @returns The number of grants.
   */
  releasePending(at: number): Promise<number>
  /** @returns `false` if this reference was granted before; then nothing is added. */
  give(gift: Gift): Promise<boolean>
  /** The balance, after starting a new month's allotment if the month has begun. */
  balance(of: Pick<Charge, 'organisation' | 'month' | 'monthlyCredits' | 'at'>): Promise<Balance>
  /** Newest first. */
  ledger(organisation: string, limit: number): Promise<readonly LedgerEntry[]>
  /** Newest day first. `sinceMs` is inclusive. */
  usage(organisation: string, sinceMs: number): Promise<readonly UsageRow[]>
  /** Usage by day and area, newest day first. */
  usageByArea(organisation: string, sinceMs: number): Promise<readonly AreaUsageRow[]>
  /** Usage by key. */
  usageByKey(organisation: string, sinceMs: number): Promise<readonly KeyUsageRow[]>
  /** Entries since `sinceMs`, newest first. `isBought` selects those that added bought credits. */
  entries(
    organisation: string,
    of: { sinceMs: number; limit: number; isBought?: boolean },
  ): Promise<readonly LedgerEntry[]>
}
