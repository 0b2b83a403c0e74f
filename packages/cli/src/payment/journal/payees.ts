import { FiqError } from '@fiq/shared/errors'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Database, Row } from './open-database.ts'

/**
 * `known`: when this payee was pinned for this server (Unix milliseconds), and the sum paid to it
 * in atomic units; otherwise `new`.
 */
export type PayeeStanding =
  | { status: 'known'; since: number; paid?: bigint; payments?: number }
  | { status: 'new'; trust: PayeeTrust }

/**
 * Why a new payee might be accepted: the user trusts its server (`--trust`, `fiq payees trust`); it
 * is the first of this profile, to which a command may consent; or no reason.
 */
export type PayeeTrust = 'given' | 'first' | 'none'

/** A server of the profile. `payTo` is absent until the first payment. */
export type PayeeRecord = { origin: string; payTo: Hex | undefined; since: number }

/** The address that each server is paid at: pinned by the first payment to its origin. */
export type Payees = {
  /** @throws FiqError `PAYEE_CHANGED` if another address is pinned. */
  check(origin: string, payTo: Hex): PayeeStanding
  /**
   * Pins on first use.
   *
   * @throws FiqError `PAYEE_CHANGED` if another process pinned another address.
   */
  pin(origin: string, payTo: Hex): void
}

/** Represents the payee of a trusted server that was never paid. */
const unpaid = ''

/**
 * The payee of each server: pinned on first use, by profile and origin.
 *
 * @param trusted - The origin that this command line trusts (`--trust`).
 */
export function createPayees(
  database: Database,
  profile: string,
  now: () => number,
  trusted?: string,
): Payees {
  const check: Payees['check'] = (origin, payTo) => {
    const row = rowOf(database, profile, origin)
    if (row && row['pay_to'] !== unpaid) {
      if (sameAddress(String(row['pay_to']), payTo))
        return { status: 'known', since: Number(row['since']), ...paidTo(database, payTo) }
      throw changed(origin, String(row['pay_to']), payTo, Number(row['since']))
    }
    if (row || origin === trusted) return { status: 'new', trust: 'given' }
    const others = database.row('SELECT 1 AS one FROM payees WHERE profile = ?', profile)
    return { status: 'new', trust: others ? 'none' : 'first' }
  }
  return {
    check,
    pin(origin, payTo) {
      database.run(
        `INSERT INTO payees (profile, origin, pay_to, since) VALUES (?, ?, ?, ?)
         ON CONFLICT (profile, origin) DO UPDATE SET pay_to = excluded.pay_to, since = excluded.since
           WHERE pay_to = '${unpaid}'`,
        profile,
        origin,
        payTo,
        now(),
      )
      check(origin, payTo)
    },
  }
}

/** The sum paid to a payee in all profiles. Atomic units. */
function paidTo(database: Database, payTo: Hex): { paid: bigint; payments: number } {
  const row = database.row(
    `SELECT coalesce(sum(amount), 0) AS paid, count(*) AS payments FROM purchases
      WHERE lower(pay_to) = ? AND state <> 'void'`,
    payTo.toLowerCase(),
  )
  return { paid: (row?.['paid'] ?? 0n) as bigint, payments: Number(row?.['payments'] ?? 0) }
}

/**
 * Removes the payee of a server, so that the next payment pins one again.
 *
 * @returns Whether there was one.
 */
export function forgetPayee(database: Database, profile: string, origin: string): boolean {
  return database.run('DELETE FROM payees WHERE profile = ? AND origin = ?', profile, origin) > 0
}

/** The pinned payee of a server. */
export function pinnedPayee(
  database: Database,
  profile: string,
  origin: string,
): { payTo: Hex; since: number } | undefined {
  const row = rowOf(database, profile, origin)
  if (!row || row['pay_to'] === unpaid) return undefined
  return { payTo: String(row['pay_to']) as Hex, since: Number(row['since']) }
}

/** The servers of a profile that were trusted or paid, by origin. */
export function listPayees(database: Database, profile: string): readonly PayeeRecord[] {
  return database
    .rows('SELECT * FROM payees WHERE profile = ? ORDER BY origin', profile)
    .map((row) => ({
      origin: String(row['origin']),
      payTo: row['pay_to'] === unpaid ? undefined : (String(row['pay_to']) as Hex),
      since: Number(row['since']),
    }))
}

/**
 * Trusts a server: pins the first payee that it names without a prompt, or only the given one.
 *
 * @throws FiqError `PAYEE_CHANGED` if another payee is pinned.
 */
export function trustPayee(
  database: Database,
  { profile, origin, payTo }: { profile: string; origin: string; payTo: Hex | undefined },
  now: number,
): void {
  if (payTo) createPayees(database, profile, () => now).pin(origin, payTo)
  else
    database.run(
      'INSERT OR IGNORE INTO payees (profile, origin, pay_to, since) VALUES (?, ?, ?, ?)',
      profile,
      origin,
      unpaid,
      now,
    )
}

function rowOf(database: Database, profile: string, origin: string): Row | undefined {
  return database.row(
    'SELECT pay_to, since FROM payees WHERE profile = ? AND origin = ?',
    profile,
    origin,
  )
}

function changed(origin: string, known: string, requested: string, since: number): FiqError {
  return new FiqError('PAYEE_CHANGED', 'The server asks for payment to ANOTHER address.', {
    facts: [
      `Server: ${origin}`,
      `Known since ${new Date(since).toISOString().slice(0, 10)}: ${known}`,
      `Now requested: ${requested}`,
    ],
    remedy: `Ask the operator whether the change is genuine. If it is, run fiq payees forget ${origin}. Nothing was signed.`,
  })
}
