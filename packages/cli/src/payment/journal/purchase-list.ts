import { defined, ifPresent } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { isRecent, recentValues } from './is-recent.ts'
import { journalRemedy } from './journal-error.ts'
import type { Database, Row } from './open-database.ts'
import type { Purchase, PurchaseSummary } from './purchase.ts'
import { purchaseOf, summaryOf } from './purchase-row.ts'

/** Purchases, newest first. */
export function listPurchases(
  database: Database,
  count: number,
): readonly (PurchaseSummary & { label?: string })[] {
  return database
    .rows('SELECT * FROM purchases ORDER BY at DESC, rowid DESC LIMIT ?', count)
    .map(purchaseOf)
    .map((purchase) => ({
      ...summaryOf(purchase),
      ...defined({ label: purchase.label }),
    }))
}

/** Purchases begun within a time span, earliest first. Unix milliseconds; `until` is exclusive. */
export function purchasesBetween(
  database: Database,
  since: number,
  until: number,
): readonly (Purchase & { reason?: string })[] {
  return database
    .rows('SELECT * FROM purchases WHERE at >= ? AND at < ? ORDER BY at, rowid', since, until)
    .map(withReason)
}

/** A row has about 4 KB. */
const rowsAtOnce = 1_000

/**
 * Reads every purchase and compares the indices with them.
 *
 * @throws FiqError `JOURNAL_UNAVAILABLE` for the first fault.
 */
export function checkPurchases(database: Database): void {
  let last: Row[string] | undefined = 0n
  while (last !== undefined) {
    const rows = database.rows(
      'SELECT rowid, * FROM purchases WHERE rowid > ? ORDER BY rowid LIMIT ?',
      last,
      rowsAtOnce,
    )
    for (const row of rows) purchaseOf(row)
    last = rows.at(-1)?.['rowid']
  }
  const [found] = Object.values(database.row('PRAGMA integrity_check(1)') ?? {})
  if (found === 'ok') return
  throw new FiqError('JOURNAL_UNAVAILABLE', 'The payment journal is damaged.', {
    facts: [`Reason: ${String(found).slice(0, 200)}`],
    remedy: journalRemedy,
  })
}

/** The number of purchases in the journal. */
export function countPurchases(database: Database): bigint {
  const count = database.rows('SELECT count(*) AS held FROM purchases')[0]?.['held']
  return typeof count === 'bigint' ? count : 0n
}

/**
 * Finds a purchase by its id or the beginning of it, at least six characters.
 *
 * @throws FiqError `NOT_FOUND`; `USAGE` for a text that begins no id or several.
 */
export function findPurchase(database: Database, idStart: string): Purchase & { reason?: string } {
  const start = idStart.toLowerCase()
  if (!/^0x[0-9a-f]{6,64}$/.test(start))
    throw new FiqError(
      'USAGE',
      'Name a payment by the start of its id: 0x and at least 6 digits.',
      { remedy: 'fiq payments list shows the ids.' },
    )
  const [row, second] = database.rows(
    'SELECT * FROM purchases WHERE id >= ? AND id < ? LIMIT 2',
    start,
    // After every hexadecimal digit.
    `${start}g`,
  )
  if (!row)
    throw new FiqError('NOT_FOUND', `There is no payment ${start}.`, {
      remedy: 'fiq payments list shows the ids.',
    })
  if (second) throw new FiqError('USAGE', `Several payments have an id that starts with ${start}.`)
  return withReason(row)
}

/**
 * The newest payment of this amount for this URL that was signed and whose answer is not printed.
 *
 * @param of.now - Unix milliseconds.
 * @param of.uptime - Milliseconds since this machine started.
 */
export function findOpenAt(
  database: Database,
  { url, amount, now, uptime }: { url: URL; amount: bigint; now: number; uptime: number },
): Purchase | undefined {
  const [row] = database.rows(
    `SELECT * FROM purchases WHERE url = ? AND amount = ? AND ${isRecent}
       AND (state IN ('signed', 'unknown', 'settled')
         OR (state = 'answered' AND delivered_at IS NULL))
     ORDER BY at DESC, rowid DESC LIMIT 1`,
    url.href,
    amount,
    ...recentValues(now, uptime),
  )
  return row && purchaseOf(row)
}

function withReason(row: Row): Purchase & { reason?: string } {
  return { ...purchaseOf(row), ...defined({ reason: ifPresent(row['reason'], String) }) }
}
