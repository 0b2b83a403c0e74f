import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Row, Statement, Value, WriteOutcome, Written } from './database.ts'

/** The outcome of one caller's statements, or the error. */
export type GroupOutcome = WriteOutcome | { error: FailedWrite }

/** An error in a form that can be sent between threads. */
export type FailedWrite = { message: string; errcode: number | undefined }

/** Result codes of SQLite. This program also uses them for its own errors. */
export const sqliteCodes = { abort: 4, busy: 5 } as const

/** Converts a failed write to an error that carries SQLite's result code as `errcode`. */
export function sqliteError(failed: FailedWrite): Error {
  return Object.assign(new Error(failed.message), { errcode: failed.errcode })
}

/** Prepares each text once. There are few texts, because they are constants of the program. */
export function createStatements(database: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>()
  return (sql) => {
    const cached = prepared.get(sql)
    if (cached) return cached
    const statement = database.prepare(sql)
    statement.setReadBigInts(true)
    prepared.set(sql, statement)
    return statement
  }
}

/**
 * Runs the statements of many callers in one transaction, with one sync to the disk.
 *
 * If a caller's statements fail, only these are rolled back. If the transaction as a whole cannot
 * be committed (disk full, disk broken), none of it is written.
 *
 * @returns An outcome for each caller, in order.
 * @throws The error of the transaction, which is then the error of every caller.
 */
export function runGroup(
  database: DatabaseSync,
  prepare: (sql: string) => StatementSync,
  group: readonly (readonly Statement[])[],
): readonly GroupOutcome[] {
  database.exec('begin immediate')
  try {
    const outcomes = group.map((statements) => runWrite(database, prepare, statements))
    database.exec('commit')
    return outcomes
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function runWrite(
  database: DatabaseSync,
  prepare: (sql: string) => StatementSync,
  statements: readonly Statement[],
): GroupOutcome {
  const [first, second] = statements
  const alone = first !== undefined && second === undefined && first.mustChange === undefined
  if (!alone) database.exec('savepoint caller')
  try {
    const results = statements.map((statement) => runStatement(prepare, statement))
    const applied = statements.every(
      ({ mustChange }, place) => mustChange === undefined || results[place]?.changes === mustChange,
    )
    if (!applied) database.exec('rollback to caller')
    if (!alone) database.exec('release caller')
    return { applied, results }
  } catch (error) {
    // A full or broken disk may end the whole transaction; then no caller's statements are written.
    if (!database.isTransaction) throw error
    if (!alone) database.exec('rollback to caller; release caller')
    return { error: failedWrite(error) }
  }
}

function runStatement(
  prepare: (sql: string) => StatementSync,
  { sql, values }: Statement,
): Written {
  const statement = prepare(sql)
  if (returnsRows(statement)) {
    const rows = rowsOf(statement, values)
    return { changes: rows.length, rows }
  }
  const { changes } = statement.run(...(values as readonly SQLInputValue[]))
  return { changes: Number(changes), rows: [] }
}

/** Caches whether a statement returns rows, because every `columns()` builds all names again. */
const known = new WeakMap<StatementSync, boolean>()

function returnsRows(statement: StatementSync): boolean {
  const found = known.get(statement) ?? statement.columns().length > 0
  known.set(statement, found)
  return found
}

/** All rows of a prepared statement. */
export function rowsOf(statement: StatementSync, values: readonly Value[]): readonly Row[] {
  return statement.all(...(values as readonly SQLInputValue[])) as Row[]
}

/** Converts an error to a form that can be sent to another thread. */
export function failedWrite(error: unknown): FailedWrite {
  const { message, errcode } = error as { message?: string; errcode?: number }
  return { message: message ?? String(error), errcode }
}
