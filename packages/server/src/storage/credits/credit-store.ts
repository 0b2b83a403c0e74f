import type { PaymentKey } from './payment-key.ts'

/** Credits an organisation can spend: what was bought, and what is left of this month's allotment. */
export type Balance = { prepaid: number; allotment: number }

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
  /** Unique: the payment of the entry, or the debit that is refunded. */
  reference?: string
  /** For people: of a debit, the text of {@link Bought}. */
  note?: string
  createdAt: number
}

/** Credits of one data area. */
export type AreaCredits = { area: string; credits: number }

/** What was bought. */
export type Bought = {
  /** For people: the fields, a newline, what they were asked about. At most 200 characters. */
  text: string
  /** By area, the largest first, without areas of 0 credits. They add up to what is charged. */
  areas: readonly AreaCredits[]
}

/** Credits to take for one operation. `month` is `2026-11`, UTC, with what the plan gives for it. */
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

/** What an organisation spent in an area on a day. An operation of several counts in the largest. */
export type AreaUsageRow = Omit<UsageRow, 'key'> & {
  /** Empty for debits of earlier versions, which did not record it. */
  area: string
}

/** What a key spent. `lastAt`: of its last debit or refund, Unix milliseconds. */
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
  /** What an idempotency key of an organisation stands for; `undefined` when it is unused. */
  findOnce(of: { organisation: string; key: string }, now: number): Promise<OnceRow | undefined>
  /**
   * Stores the answer of a charge with an idempotency key, and closes the debit, in one
   * transaction. If the key belongs to a later charge meanwhile, only the debit is closed.
   *
   * @param back - credits for what the answer lacks, refunded in the same transaction; not if the
   *   whole debit was refunded meanwhile.
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
   * Closes debits whose answers were sent; until then a debit is unanswered. A debit that was
   * refunded meanwhile stays refunded.
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
