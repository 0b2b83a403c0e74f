/** A column's value. Integers are returned as `bigint`, or as text by PostgreSQL. */
export type Value = string | number | bigint | Uint8Array | null
/** A row of a result by column name. */
export type Row = Readonly<Record<string, Value>>

/**
 * One statement in the common SQL of SQLite and PostgreSQL, with `?` for each value.
 *
 * The text must be constant, because each connection prepares it once. Pass values separately.
 */
export type Statement = {
  sql: string
  values: readonly Value[]
  /**
   * The number of rows that this statement must change. If it changes another number, all
   * statements of the same write are rolled back. So a debit and its ledger row are written
   * together or not at all.
   */
  mustChange?: number
}

/**
 * Ends a subselect of the rows to change. It skips rows locked by another transaction, so that
 * instances that prune at the same time do not wait for each other. For PostgreSQL; in SQLite,
 * which has one writer at a time, it is a comment.
 */
export const skipLocked = '/* for update skip locked */'

/** The result of one statement. `rows` are those of its `returning` clause. */
export type Written = { changes: number; rows: readonly Row[] }

/**
 * The result of statements written together. If one did not change its `mustChange` rows, `applied`
 * is false and all are rolled back.
 */
export type WriteOutcome = { applied: boolean; results: readonly Written[] }

/**
 * The durable database of the server, embedded or shared between instances. Both drivers accept
 * every statement.
 */
export type Database = {
  /** Reads rows by a key or a small index. */
  read(sql: string, ...values: Value[]): Promise<readonly Row[]>
  /** Reads rows by a scan of whole tables: slow, and independent of `read` and `write`. */
  scan(sql: string, ...values: Value[]): Promise<readonly Row[]>
  /**
   * Writes all of the statements or none. Resolves when they are on disk. Rejects otherwise; after
   * a broken connection their outcome is unknown.
   */
  write(...statements: Statement[]): Promise<WriteOutcome>
  /** Writes a dummy row. Rejects if the database cannot be written. */
  probe(): Promise<void>
  /** Closes after the running calls have ended. */
  close(): Promise<void>
}

/** The statement that `probe` writes. */
export const probeStatement: Statement = {
  sql: `insert into probe (id, writes) values (1, 1)
    on conflict (id) do update set writes = probe.writes + 1`,
  values: [],
}
