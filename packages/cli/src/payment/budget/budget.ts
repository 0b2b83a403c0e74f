import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { jsonText } from '@fiq/shared/json'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { usdcUnit } from '../../terminal/format/usdc-text.ts'
import { answerIsOver, answerOverValues } from '../journal/answer-retention.ts'
import { findOpen, holder, holding, isHeld, leaseMs, type Worker } from '../journal/journal.ts'
import { journalRemedy } from '../journal/journal-error.ts'
import type { Database } from '../journal/open-database.ts'
import type { Purchase, ReservationTerms } from '../journal/purchase.ts'
import { purchaseOf } from '../journal/purchase-row.ts'
import { checkClient } from './client-caps.ts'
import type { Caps } from './limits.ts'
import { namingClock } from './reset-clock.ts'

export type Budget = {
  standing(): Standing
  /** The part of the session's sum whose outcome is not proven. Atomic units. */
  inDoubt(): bigint
  /**
   * Checks the current caps. Only the check of {@link Budget.reserve} is binding.
   *
   * @throws FiqError `OVER_BUDGET`.
   */
  check(amount: bigint): void
  /**
   * Checks every cap and writes the purchase as `reserved`, in one transaction. If another process
   * began this request in between, returns that purchase instead (`begun`). A reservation of the
   * same terms whose process died is taken over: the returned authorization may therefore be an
   * older one.
   *
   * @throws FiqError `OVER_BUDGET`, `BUDGET_BUSY`, `JOURNAL_UNAVAILABLE`.
   */
  reserve(terms: ReservationTerms): { reserved: Purchase } | { begun: Purchase }
}

/** Current sums of each window. Atomic units. */
export type Standing = {
  day: bigint
  days30: bigint
  session: bigint
  /** Whether they are the windows of play money: the paying wallet is a play wallet. */
  isPlay?: true
}

const dayMs = 86_400_000

/** Minimum remaining validity of a reservation that is taken over, in seconds. */
const takeoverSecondsMin = 20n

export type BudgetTerms = {
  worker: Worker
  now: () => number
  session: string
  caps: Caps
  /** The proxy's client, whose own caps also apply. */
  client?: string
  /**
   * Whether the paying wallet is a play wallet, which selects the displayed windows. A reservation
   * has its own mark, because the signing key decides how it counts.
   */
  isPlay?(): boolean
  /**
   * Called after a purchase is written and before anything is signed, to mark the journal as in
   * use. A mark without that purchase would make the journal count as lost.
   */
  onReserve?(): void
}

/**
 * The budget: a view of the journal. Everything that is not proven void counts as spent, from its
 * reservation on. The windows end at the latest time ever seen, so setting the clock back frees
 * nothing.
 */
export function createBudget(
  database: Database,
  { worker, now, session, caps, client, isPlay = () => false, onReserve }: BudgetTerms,
): Budget {
  const standing = () => standingAt(database, latestMoment(database, now()), session, isPlay())
  return {
    standing,
    inDoubt: () =>
      sumOf(database, `session = ? AND state IN ('signed', 'unknown', 'rejected')`, session),
    check: (amount) => namingClock(database, now(), () => checkCaps(amount, standing(), caps)),
    reserve(terms) {
      const reserved = database.transact((): ReturnType<Budget['reserve']> => {
        const at = latestMoment(database, now())
        database.run('UPDATE clock SET high_water = ?', at)
        const begun = findOpen(database, worker, now(), terms)
        if (begun) return { begun }
        const dead = voidDeadReservations(database, worker, now(), terms)
        const ofPlay = terms.isPlay === true
        namingClock(database, now(), () => {
          checkCaps(terms.amount, standingAt(database, at, session, ofPlay), caps)
          if (client !== undefined) checkClient(database, client, terms.amount, at, ofPlay)
        })
        database.run(
          `UPDATE purchases SET answer = NULL WHERE ${answerIsOver}`,
          ...answerOverValues(now()),
        )
        const reserved = dead ? { ...dead, session } : { ...terms, at, state: 'reserved' as const }
        const lease = now() + leaseMs
        // It counts in the cap of the session that signs it.
        if (dead)
          database.run(reviveSql, session, worker.uptime(), ...holder(worker, lease), dead.id)
        else insert(database, reserved, worker, lease)
        if (client !== undefined)
          database.run('UPDATE purchases SET client = ? WHERE id = ?', client, reserved.id)
        return { reserved }
      })
      if ('reserved' in reserved) markInUse(database, reserved.reserved, onReserve)
      return reserved
    },
  }
}

/**
 * Marks the journal as in use. If that fails, gives up the purchase, for which nothing is signed
 * yet.
 */
function markInUse(database: Database, { id }: Purchase, onReserve = () => {}): void {
  try {
    onReserve()
  } catch (cause) {
    database.run(
      `UPDATE purchases SET state = 'void', reason = 'never sent' WHERE state = 'reserved' AND id = ?`,
      id,
    )
    throw new FiqError(
      'JOURNAL_UNAVAILABLE',
      'The payment journal cannot be marked as in use, so nothing is paid.',
      { facts: [`Reason: ${(cause as Error).message}`], cause },
    )
  }
}

/** Sums that count as spent at a time, in atomic units. Play money has windows of its own. */
export function standingAt(
  database: Database,
  at: number,
  session: string,
  isPlay: boolean,
): Standing {
  const sum = (condition: string, value: string | number) =>
    sumOf(database, `play = ? AND state <> 'void' AND ${condition}`, isPlay ? 1 : 0, value)
  return {
    day: sum('at > ?', at - dayMs),
    days30: sum('at > ?', at - 30 * dayMs),
    session: sum('session = ?', session),
    ...defined({ isPlay: isPlay || undefined }),
  }
}

function sumOf(database: Database, condition: string, ...values: (string | number)[]): bigint {
  const sql = `SELECT coalesce(sum(amount), 0) AS sum FROM purchases WHERE ${condition}`
  return (database.row(sql, ...values)?.['sum'] ?? 0n) as bigint
}

/** The latest time ever seen. Setting the clock back does not change it. */
export function latestMoment(database: Database, now: number): number {
  const row = database.row('SELECT high_water FROM clock')
  if (!row)
    throw new FiqError('JOURNAL_UNAVAILABLE', 'The payment journal has no clock entry.', {
      remedy: journalRemedy,
    })
  return Math.max(now, Number(row['high_water']))
}

/** @throws FiqError `OVER_BUDGET` naming the window that is full. */
export function checkCaps(amount: bigint, standing: Standing, caps: Caps): void {
  const wait = 'Wait until the window ends, or raise the cap'
  const again = 'Run fiq again for a new session, or raise the cap'
  const windows = [
    ['this payment', 0n, caps.perPayment, 'Raise the cap', '--per-payment'],
    ['24 hours', standing.day, caps.perDay, wait, '--per-day'],
    ['30 days', standing.days30, caps.per30Days, wait, '--per-30-days'],
    ['this session', standing.session, caps.perSession, again, '--per-session'],
  ] as const
  const unit = usdcUnit(standing.isPlay)
  for (const [name, spent, cap, remedy, option] of windows) {
    if (spent + amount <= cap) continue
    throw new FiqError('OVER_BUDGET', `The payment would exceed the budget for ${name}.`, {
      facts: [
        `Price: ${formatUsdc(amount)} ${unit}`,
        `Spent: ${formatUsdc(spent)} ${unit}`,
        `Cap: ${formatUsdc(cap)} USDC`,
      ],
      remedy: `${remedy}: fiq budget set ${option} <usdc>. Nothing was signed.`,
    })
  }
}

/**
 * Releases reservations whose process died: their signatures never left that process. A reservation
 * with the same terms as this request is continued instead, so that a purchase keeps one nonce.
 */
function voidDeadReservations(
  database: Database,
  worker: Worker,
  now: number,
  terms: ReservationTerms,
): Purchase | undefined {
  let recovered: Purchase | undefined
  for (const row of database.rows(`SELECT * FROM purchases WHERE state = 'reserved'`)) {
    if (isHeld(row, worker, now)) continue
    const dead = purchaseOf(row)
    database.run(`UPDATE purchases SET state = 'void', reason = 'never sent' WHERE id = ?`, dead.id)
    if (sameTerms(dead, terms, now)) recovered = dead
  }
  return recovered
}

function sameTerms(dead: Purchase, terms: ReservationTerms, now: number): boolean {
  const { from, to, value, validBefore } = dead.authorization
  return (
    dead.request === terms.request &&
    dead.once === terms.once &&
    from === terms.authorization.from &&
    to === terms.authorization.to &&
    value === terms.authorization.value &&
    validBefore <= terms.authorization.validBefore &&
    validBefore >= BigInt(Math.floor(now / 1_000)) + takeoverSecondsMin
  )
}

const reviveSql = `UPDATE purchases SET state = 'reserved', reason = NULL, session = ?, uptime = ?, ${holding} WHERE id = ?`

function insert(database: Database, purchase: Purchase, worker: Worker, lease: number): void {
  const { id, request, at, amount, payTo, authorization } = purchase
  database.run(
    `INSERT INTO purchases (id, request, state, at, amount, pay_to, payer, valid_before, nonce,
       authorization, session, url, body, label, once, quote, play, uptime, owner, owner_pid, lease_until)
     VALUES (?, ?, 'reserved', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, request, at, amount, payTo],
    authorization.from,
    authorization.validBefore,
    authorization.nonce,
    jsonText(authorization),
    purchase.session,
    purchase.url,
    purchase.body,
    purchase.label ?? null,
    purchase.once ?? null,
    JSON.stringify(purchase.quote),
    purchase.isPlay ? 1 : 0,
    worker.uptime(),
    ...holder(worker, lease),
  )
}
