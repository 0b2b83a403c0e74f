import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Database, Row } from './open-database.ts'
import type { Purchase, PurchaseSummary } from './purchase.ts'
import { purchaseOf, summaryOf } from './purchase-row.ts'

/** The latest purchases first. */
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

/** Purchases begun in a span of time, the earliest first. Unix milliseconds; `until` is outside. */
export function purchasesBetween(
  database: Database,
  since: number,
  until: number,
): readonly (Purchase & { reason?: string })[] {
  return database
    .rows('SELECT * FROM purchases WHERE at >= ? AND at < ? ORDER BY at, rowid', since, until)
    .map(withReason)
}

/** How many purchases the journal holds. */
export function countPurchases(database: Database): bigint {
  const held = database.rows('SELECT count(*) AS held FROM purchases')[0]?.['held']
  return typeof held === 'bigint' ? held : 0n
}

/**
 * A purchase by its id or the beginning of it, at least six characters.
 *
 * @throws FiqError `NOT_FOUND`; `USAGE` when the text is no beginning of an id, or of several.
 */
export function findPurchase(database: Database, idStart: string): Purchase & { reason?: string } {
  const start = idStart.toLowerCase()
  if (!/^0x[0-9a-f]{6,64}$/.test(start))
    throw new FiqError('USAGE', 'A payment is named by the beginning of its id, 0x and 6 digits.', {
      remedy: 'See fiq payments list.',
    })
  const [row, second] = database.rows(
    'SELECT * FROM purchases WHERE substr(id, 1, ?) = ? LIMIT 2',
    start.length,
    start,
  )
  if (!row)
    throw new FiqError('NOT_FOUND', `There is no payment ${start}.`, {
      remedy: 'See fiq payments list.',
    })
  if (second) throw new FiqError('USAGE', `Several payments begin with ${start}.`)
  return withReason(row)
}

function withReason(row: Row): Purchase & { reason?: string } {
  const reason = row['reason']
  return { ...purchaseOf(row), ...(typeof reason === 'string' ? { reason } : {}) }
}
