import { FiqError } from '@fiq/shared/errors'
import { proofMarginSeconds } from '@fiq/shared/payment/usdc-on-base'
import { hasRunFor, isRecent, isUnexpired, recentValues, unexpiredValue } from './is-recent.ts'
import type { Database, Row } from './open-database.ts'
import type { HttpAnswer, Purchase, Unsent } from './purchase.ts'
import { purchaseOf } from './purchase-row.ts'

export type Journal = {
  /**
   * The open purchase of this request: being paid, unproven, owed or undelivered. With an
   * idempotency key, the purchase of that key, delivered or not.
   *
   * @throws FiqError `IDEMPOTENCY_KEY_REUSED` if the key bought another request.
   */
  find(request: string, once?: string): Purchase | undefined
  read(id: string): Purchase | undefined
  /** Whether a living process works on it. */
  isLeased(id: string): boolean
  /** Takes over a purchase without a working process. `undefined` if a process works on it. */
  claim(id: string): Purchase | undefined
  /** Writes the signed bytes and syncs them to the disk. Only these bytes are ever sent. */
  signed(id: string, header: string): void
  /** Renews the lease of this process, so that others keep waiting. */
  alive(id: string): void
  /** @param answer - The answer, or its packed text for the journal. */
  answered(id: string, answer: HttpAnswer | string, transaction: string | undefined): void
  /** It is proven that the money moved. A purchase that is answered stays so. */
  settled(id: string, transaction: string | undefined): void
  /** This attempt proves nothing. A known outcome, or an abandoned purchase, stays as it is. */
  unknown(id: string): void
  /** The user gave up its answer, so that the same command buys again. It counts as spent. */
  rejected(id: string, reason: string): void
  /** Records proof that it never moves money, and removes it from the budget. */
  voided(id: string, reason: string): void
  /** Gives up a reservation of this process. Leaves one that another process has taken over. */
  release(id: string): void
  /** Its state if it was never signed, and no other process has taken it over. */
  unsent(id: string): Unsent | undefined
  delivered(id: string): void
  /** Whether this machine has certainly run for this long since the reservation. */
  hasRunFor(id: string, ms: number): boolean
  /**
   * Payments past their `validBefore` that count as spent without proof, which the chain may
   * decide.
   */
  unproven(): readonly Purchase[]
}

/** A process that has not renewed its lease for this long counts as stopped. */
export const leaseMs = 45_000

/** The working process. It is stored with every purchase, so that other processes recognise it. */
export type Worker = {
  pid: number
  /** Unique, also against a later process with the same pid. */
  token: string
  isAlive(pid: number): boolean
  /** Whole milliseconds since this machine started. Setting its clock does not change them. */
  uptime(): number
}

/**
 * The record of every purchase. Each change is one synced commit, except `delivered`. The state
 * changes only from states named in its statement, so a process that lost its purchase changes
 * nothing.
 */
export function createJournal(database: Database, worker: Worker, now: () => number): Journal {
  const move = (id: string, sql: string, ...values: (string | number | null)[]) => {
    if (database.run(`UPDATE purchases SET ${sql}`, ...values, id) === 0)
      throw new FiqError('BUDGET_BUSY', 'Another process has taken over this payment.')
  }
  return {
    find: (request, once) => findOpen(database, worker, now(), { request, once }),
    read(id) {
      const row = database.row('SELECT * FROM purchases WHERE id = ?', id)
      return row && purchaseOf(row)
    },
    isLeased: (id) => isHeldIn(database, worker, now(), id),
    claim: (id) => claimPurchase(database, worker, now(), id),
    // In a transaction, because a journal that was moved since the reservation must refuse it.
    signed: (id, header) =>
      database.transact(() =>
        move(
          id,
          `state = 'signed', signed = ?, lease_until = ? WHERE state = 'reserved' AND owner = ? AND id = ?`,
          header,
          now() + leaseMs,
          worker.token,
        ),
      ),
    alive(id) {
      database.run('UPDATE purchases SET lease_until = ? WHERE id = ?', now() + leaseMs, id)
    },
    answered: (id, answer, transaction) =>
      move(
        id,
        `state = 'answered', answer = ?, transaction_hash = coalesce(?, transaction_hash), ${released} WHERE signed IS NOT NULL AND id = ?`,
        typeof answer === 'string' ? answer : JSON.stringify(answer),
        transaction ?? null,
      ),
    settled: (id, transaction) =>
      move(
        id,
        `state = CASE WHEN ${isAnswered} THEN state ELSE 'settled' END,
           transaction_hash = coalesce(?, transaction_hash), ${released}
           WHERE (${unfinished} OR ${isAnswered}) AND id = ?`,
        transaction ?? null,
      ),
    unknown: (id) =>
      move(
        id,
        `state = CASE WHEN state IN ('settled', 'rejected') OR ${isAnswered} THEN state ELSE 'unknown' END,
           ${released} WHERE (${unfinished} OR ${isAnswered}) AND id = ?`,
      ),
    rejected: (id, reason) =>
      move(
        id,
        `state = 'rejected', reason = ?, ${released} WHERE ${unfinished} AND id = ?`,
        reason,
      ),
    voided: (id, reason) =>
      move(id, `state = 'void', reason = ?, ${released} WHERE ${unfinished} AND id = ?`, reason),
    release: (id) =>
      move(
        id,
        `state = 'void', reason = 'never sent', ${released} WHERE state = 'reserved' AND owner = ? AND id = ?`,
        worker.token,
      ),
    unsent: (id) => unsentState(database, worker, id),
    delivered(id) {
      // If a power failure undoes it, the next run prints the same answer again and pays nothing.
      database.runUnsynced(`UPDATE purchases SET delivered_at = ? WHERE id = ?`, now(), id)
    },
    hasRunFor: (id, ms) => hasRunFor(database, { id, uptime: worker.uptime(), ms }),
    unproven: () => unprovenPurchases(database, now()),
  }
}

function unsentState(database: Database, worker: Worker, id: string): Unsent | undefined {
  const row = database.row(
    `SELECT state FROM purchases WHERE id = ? AND signed IS NULL
       AND (state = 'void' OR (state = 'reserved' AND owner = ?))`,
    id,
    worker.token,
  )
  return row && (row['state'] as Unsent)
}

/** What is bought: a request, and the idempotency key of its caller, if there is one. */
export type Bought = { request: string; once?: string | undefined }

/**
 * The open purchase of this request. Only a call with the same idempotency key finds a purchase
 * under such a key. Ignores a reservation whose process died: its signature, if
 * any, never left that process. An abandoned one is open again if the clock, set back since, shows
 * that it has not expired.
 */
export function findOpen(
  database: Database,
  worker: Worker,
  now: number,
  { request, once }: Bought,
): Purchase | undefined {
  const rows = database.rows(
    `SELECT * FROM purchases WHERE ${once === undefined ? 'once IS NULL AND request' : 'once'} = ?
       AND ${isRecent}
       AND (state IN ('reserved', 'signed', 'unknown', 'settled')
         OR (state = 'answered' AND (delivered_at IS NULL OR once IS NOT NULL))
         OR (state = 'rejected' AND ${isUnexpired}))
     ORDER BY at DESC, rowid DESC`,
    once ?? request,
    ...recentValues(now, worker.uptime()),
    unexpiredValue(now),
  )
  const row = rows.find((row) => row['state'] !== 'reserved' || isHeld(row, worker, now))
  if (row && row['request'] !== request) throw keyReused()
  return row && purchaseOf(row)
}

/** The error for an idempotency key that bought another request within 24 hours. */
export function keyReused(): FiqError {
  return new FiqError(
    'IDEMPOTENCY_KEY_REUSED',
    'A different request with this idempotency key was sent within the last 24 hours; nothing was paid.',
  )
}

function claimPurchase(
  database: Database,
  worker: Worker,
  now: number,
  id: string,
): Purchase | undefined {
  return database.transact(() => {
    const row = database.row('SELECT * FROM purchases WHERE id = ?', id)
    if (!row || isHeld(row, worker, now)) return undefined
    const values = holder(worker, now + leaseMs)
    database.run(`UPDATE purchases SET ${holding} WHERE id = ?`, ...values, id)
    return purchaseOf(row)
  })
}

function isHeldIn(database: Database, worker: Worker, now: number, id: string): boolean {
  const row = database.row('SELECT * FROM purchases WHERE id = ?', id)
  return row !== undefined && isHeld(row, worker, now)
}

/** Whether a living process works on this purchase. */
export function isHeld(row: Row, worker: Worker, now: number): boolean {
  const { owner, owner_pid: pid, lease_until: until } = row
  if (owner === null || typeof pid !== 'bigint' || typeof until !== 'bigint') return false
  // The second bound is for a clock that was set back: a lease is never longer than this.
  if (until <= now || until > now + 2 * leaseMs) return false
  return owner === worker.token || worker.isAlive(Number(pid))
}

/** The columns of the process that works on a purchase. */
export const holding = 'owner = ?, owner_pid = ?, lease_until = ?'

/** The values of {@link holding}. `leaseUntil`: Unix milliseconds. */
export function holder(worker: Worker, leaseUntil: number): [string, number, number] {
  return [worker.token, worker.pid, leaseUntil]
}

/** Maximum number of purchases queried on the chain at a time. */
const unprovenMax = 10

function unprovenPurchases(database: Database, now: number): readonly Purchase[] {
  const expired = Math.floor(now / 1_000) - proofMarginSeconds
  return database
    .rows(
      `SELECT * FROM purchases WHERE state IN ('signed', 'unknown', 'rejected') AND valid_before < ?
         AND at > ? ORDER BY at DESC LIMIT ?`,
      expired,
      now - 31 * 86_400_000,
      unprovenMax,
    )
    .map(purchaseOf)
}

/** An answer without a receipt may be fetched again until it is delivered. */
const unfinished = `(state IN ('signed', 'unknown', 'settled', 'rejected')
  OR (state = 'answered' AND delivered_at IS NULL AND transaction_hash IS NULL))`
const isAnswered = `(state = 'answered' AND (delivered_at IS NOT NULL OR transaction_hash IS NOT NULL))`
const released = 'owner = NULL, owner_pid = NULL, lease_until = NULL'
