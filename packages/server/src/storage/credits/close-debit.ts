import type { Statement } from '../database/database.ts'

const closeSql = `update credit_ledger set unanswered = null where id = ? and unanswered = 1`

/** Closes a debit: its answer has left, or the whole debit was refunded. */
export function closeStatement(debit: string): Statement {
  return { sql: closeSql, values: [debit] }
}
