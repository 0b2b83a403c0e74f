import { FiqError } from '@fiq/shared/errors'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Database } from './open-database.ts'
import type { Payees } from './ports.ts'

/** Who has been paid at which server: pinned on first use, per profile and origin. */
export function openPayees(database: Database, profile: string, now: () => number): Payees {
  const pinned = (origin: string) =>
    database.row(
      'SELECT pay_to, since FROM payees WHERE profile = ? AND origin = ?',
      profile,
      origin,
    )
  const check: Payees['check'] = (origin, payTo) => {
    const row = pinned(origin)
    if (!row) return { status: 'new' }
    if (sameAddress(String(row['pay_to']), payTo))
      return { status: 'known', since: Number(row['since']), ...paidTo(database, payTo) }
    throw changed(origin, String(row['pay_to']), payTo, Number(row['since']))
  }
  return {
    check,
    pin(origin, payTo) {
      database.run(
        'INSERT OR IGNORE INTO payees (profile, origin, pay_to, since) VALUES (?, ?, ?, ?)',
        profile,
        origin,
        payTo,
        now(),
      )
      check(origin, payTo)
    },
  }
}

/** What counts as spent on a payee, in all profiles. Atomic units. */
function paidTo(database: Database, payTo: Hex): { paid: bigint; payments: number } {
  const row = database.row(
    `SELECT coalesce(sum(amount), 0) AS paid, count(*) AS payments FROM purchases
      WHERE lower(pay_to) = ? AND state <> 'void'`,
    payTo.toLowerCase(),
  )
  return { paid: (row?.['paid'] ?? 0n) as bigint, payments: Number(row?.['payments'] ?? 0) }
}

/** Forgets the payee of a server, so that the next payment pins anew. @returns was there one? */
export function forgetPayee(database: Database, profile: string, origin: string): boolean {
  return database.run('DELETE FROM payees WHERE profile = ? AND origin = ?', profile, origin) > 0
}

/** The pinned payee of a server. */
export function pinnedPayee(
  database: Database,
  profile: string,
  origin: string,
): { payTo: Hex; since: number } | undefined {
  const row = database.row(
    'SELECT pay_to, since FROM payees WHERE profile = ? AND origin = ?',
    profile,
    origin,
  )
  return row && { payTo: String(row['pay_to']) as Hex, since: Number(row['since']) }
}

function changed(origin: string, known: string, asked: string, since: number): FiqError {
  return new FiqError('PAYEE_CHANGED', 'The server asks for payment to ANOTHER address.', {
    facts: [
      `Server: ${origin}`,
      `Known since ${new Date(since).toISOString().slice(0, 10)}: ${known}`,
      `Asked now: ${asked}`,
    ],
    remedy:
      'Make sure with the operator that the change is genuine, then: fiq payments payee --forget. Nothing was signed.',
  })
}
