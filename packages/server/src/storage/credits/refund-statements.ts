import type { Database, Row, Statement } from '../database/database.ts'
import { readAreas, refundAreaStatements } from './credit-areas.ts'
import type { AreaCredits } from './credit-store.ts'
import { textOf } from './credits-rows.ts'
import { addEntryStatement, entryColumns, lockOrganisation } from './gift-statements.ts'

/** A refund of a debit. `back`: credits refunded before. */
export type Refund = { id: string; credits: number; back: number; reference: string; at: number }

/** The row of a debit, and its parts if it has several areas. */
export type Debit = { row: Row; areas: readonly AreaCredits[] }

const findDebitSql = `select * from credit_ledger where id = ? and kind = 'debit'`
const closeSql =
  'update credit_ledger set unanswered = null where id = ? and unanswered is not null'
/** Refunded credits count as prepaid if their allotment has expired meanwhile. */
const refundSql = `insert into credit_ledger (${entryColumns}, area)
  select cast(? as text), id, 'refund', cast(? as bigint),
    case when allotment_month = ? then cast(? as bigint) else 0 end,
    cast(? as text), cast(? as text), cast(? as text), cast(? as bigint), cast(? as text)
  from organisations where id = ? on conflict (reference) do nothing`

/** @throws if there is no such debit. */
export async function readDebit(database: Pick<Database, 'read'>, id: string): Promise<Debit> {
  const [debit] = await database.read(findDebitSql, id)
  if (!debit) throw new Error(`There is no debit ${id}.`)
  return { row: debit, areas: await readAreas(database, debit) }
}

/**
 * Statements that refund credits of a debit, once for each reference. They are written together
 * with `also`, or not at all.
 */
export function refundStatements(
  { row: debit, areas }: Debit,
  { id, credits, back, reference, at }: Refund,
  ...also: Statement[]
): readonly Statement[] {
  const organisation = String(debit['organisation'])
  const fromPrepaid = Number(debit['allotment']) - Number(debit['credits'])
  const toAllotment = Math.max(0, back + credits - fromPrepaid) - Math.max(0, back - fromPrepaid)
  const month = monthOf(Number(debit['created_at']))
  const about = [String(debit['key_id']), reference, textOf(debit['note'])]
  return [
    lockOrganisation(organisation),
    ...also,
    {
      sql: refundSql,
      values: [id, credits, month, toAllotment, ...about, at, textOf(debit['area']), organisation],
      mustChange: 1,
    },
    ...refundAreaStatements(id, areas, { before: back, after: back + credits }),
    { ...addEntryStatement(id, organisation), mustChange: 1 },
  ]
}

/** Closes a debit: its answer was sent, or the whole debit was refunded. */
export function closeStatement(debit: string): Statement {
  return { sql: closeSql, values: [debit] }
}

/** UTC, `2026-11`. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7)
}
