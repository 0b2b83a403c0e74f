import type { Statement } from '../database/database.ts'
import type { Gift } from './credit-store.ts'

/** Columns of a row of the ledger of credits. */
export const entryColumns =
  'id, organisation, kind, credits, allotment, key_id, reference, note, created_at' as const

const giveSql = `insert into credit_ledger (${entryColumns})
  select cast(? as text), cast(? as text), cast(? as text), cast(? as bigint)
      - coalesce((select credits from credit_ledger where reference = ?), 0),
    0, null, cast(? as text), cast(? as text), cast(? as bigint)
  where not exists (select 1 from credit_ledger where reference = ?)
  on conflict (reference) do nothing`
const addEntrySql = `update organisations set
    prepaid = prepaid + (select e.credits - e.allotment from credit_ledger e where e.id = ?),
    allotment = allotment + (select e.allotment from credit_ledger e where e.id = ?)
  where id = ? and exists (select 1 from credit_ledger e where e.id = ?)`

/**
 * Statements that grant credits. They change nothing if the reference was granted before, so a
 * group may include them without failing.
 */
export function giftStatements(gift: Gift): readonly [Statement, Statement, Statement] {
  const { id, organisation, kind, credits, reference, less, unless, note, at } = gift
  const about = [reference ?? null, note ?? null, at, unless ?? null]
  return [
    lockOrganisation(organisation),
    { sql: giveSql, values: [id, organisation, kind, credits, less ?? null, ...about] },
    addEntryStatement(id, organisation),
  ]
}

/** Adds the ledger row `id`, if it exists, to the balance. */
export function addEntryStatement(id: string, organisation: string): Statement {
  return { sql: addEntrySql, values: [id, id, organisation, id] }
}

/** Locks the organisation's row until the group is written. */
export function lockOrganisation(organisation: string): Statement {
  return {
    sql: 'update organisations set id = id where id = ?',
    values: [organisation],
    mustChange: 1,
  }
}
