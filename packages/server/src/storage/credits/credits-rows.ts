import { defined, ifPresent } from '@fiq/shared/defined'
import type { Row } from '../database/database.ts'
import type { Balance, EntryKind, LedgerEntry } from './credit-store.ts'

/** Reads the balance of a row of `organisations`. */
export function balanceOf(row: Row): Balance {
  return { prepaid: Number(row['prepaid']), allotment: Number(row['allotment']) }
}

/** A column that may be null, as text. */
export function textOf(value: Row[string] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** Reads a row of `credit_ledger`. */
export function entryOf(row: Row): LedgerEntry {
  const { id, organisation, kind, credits, allotment, key_id, reference, note, created_at } = row
  return {
    id: String(id),
    organisation: String(organisation),
    kind: kind as EntryKind,
    credits: Number(credits),
    allotment: Number(allotment),
    ...defined({
      key: ifPresent(key_id, String),
      reference: ifPresent(reference, String),
      note: ifPresent(note, String),
    }),
    createdAt: Number(created_at),
  }
}
