import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { usdcUnit } from '../../terminal/format/usdc-text.ts'
import type { Database } from '../journal/open-database.ts'

/** Caps of a proxy client. Atomic units. */
export type ClientCaps = { perCall: bigint; perDay: bigint; per30Days: bigint }

/** Sums of a client's purchases at a time. Atomic units. */
export type ClientStanding = { day: bigint; days30: bigint }

/** After `failuresMax` consecutive failed payments, a client pays nothing for `pauseMs`. */
export const breaker = { failuresMax: 5, pauseMs: 600_000 } as const

/**
 * Checks the caps of one client. Called in the transaction that reserves, so that races cannot
 * exceed them, and before the approval prompt, so that the user is not prompted in vain.
 *
 * @param at - The latest time ever seen, Unix milliseconds.
 * @throws FiqError `TOKEN_REFUSED` if it was revoked, `OVER_BUDGET`, `PAYMENTS_PAUSED`.
 */
export function checkClient(
  database: Database,
  name: string,
  amount: bigint,
  at: number,
  isPlay: boolean,
): void {
  const row = database.row('SELECT * FROM clients WHERE name = ? AND revoked_at IS NULL', name)
  if (!row) throw new FiqError('TOKEN_REFUSED', `The client "${name}" no longer exists.`)
  const { day, days30 } = clientStanding(database, name, at, isPlay)
  const windows = [
    ['one call', 0n, row['per_call']],
    ['24 hours', day, row['per_day']],
    ['30 days', days30, row['per_30_days']],
  ] as const
  for (const [window, spent, cap] of windows) {
    if (typeof cap === 'bigint' && spent + amount <= cap) continue
    throw new FiqError('OVER_BUDGET', `The payment would exceed a cap of "${name}".`, {
      facts: [
        `Price: ${formatUsdc(amount)} ${usdcUnit(isPlay)}`,
        `Spent: ${formatUsdc(spent)} ${usdcUnit(isPlay)}`,
        `Cap for ${window}: ${formatUsdc(typeof cap === 'bigint' ? cap : 0n)} USDC`,
      ],
      remedy: 'Query less, or ask the user. Nothing was signed.',
    })
  }
  checkBreaker(database, name, at)
}

/**
 * A client's spending. Payments not proven void count, as in the budget. Purchases on credits count
 * like real money.
 */
export function clientStanding(
  database: Database,
  name: string,
  at: number,
  isPlay: boolean,
): ClientStanding {
  const sum = (sql: string, ...values: (string | number)[]) =>
    (database.row(`SELECT coalesce(sum(amount), 0) AS spent FROM ${sql}`, ...values)?.['spent'] ??
      0n) as bigint
  const since = (moment: number) => {
    const paid = sum(
      `purchases WHERE client = ? AND play = ? AND at > ? AND state <> 'void'`,
      name,
      isPlay ? 1 : 0,
      moment,
    )
    return isPlay ? paid : paid + sum('credit_charges WHERE client = ? AND at > ?', name, moment)
  }
  return { day: since(at - dayMs), days30: since(at - 30 * dayMs) }
}

const dayMs = 86_400_000

/**
 * Pauses one client after repeated failed payments. Other clients continue. Reads the journal, so
 * that it survives a restart and includes other processes. After the pause one payment may try
 * again; its failure starts the next pause.
 */
function checkBreaker(database: Database, name: string, at: number): void {
  const latest = database.rows(
    `SELECT state, at FROM purchases
      WHERE client = ? AND state NOT IN ('reserved', 'signed')
        AND NOT (state = 'void' AND reason = 'never sent')
      ORDER BY at DESC, rowid DESC LIMIT ?`,
    name,
    breaker.failuresMax,
  )
  const failed = latest.filter(({ state }) => ['rejected', 'unknown', 'void'].includes(`${state}`))
  if (failed.length < breaker.failuresMax) return
  const until = Number(failed[0]?.['at'] ?? 0n) + breaker.pauseMs
  if (until <= at) return
  throw new FiqError(
    'PAYMENTS_PAUSED',
    `Payments of "${name}" are paused, because its last payments failed or have an unknown outcome.`,
    {
      facts: [
        `Consecutive payments that were rejected, void or unknown: ${failed.length}`,
        `Paused until: ${new Date(until).toISOString()}`,
      ],
    },
  )
}
