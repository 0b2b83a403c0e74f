/** A column's value. Integers come back as `bigint`, or as text from PostgreSQL. */
export type Value = string | number | bigint | Uint8Array | null
export type Row = Readonly<Record<string, Value>>

/**
 * One statement in the SQL that SQLite and PostgreSQL share, with `?` for each value.
 *
 * The text is a constant of the program, because each connection prepares it once. Pass values apart.
 */
export type Statement = {
  sql: string
  values: readonly Value[]
  /**
   * The number of rows it must change. If another number changes, every statement written with it is
   * undone. A debit and its row in the ledger thus happen together or not at all.
   */
  mustChange?: number
}

/**
 * Ends a subselect of the rows to change. It skips rows that another transaction holds, so that
 * instances that prune at once never wait for each other. PostgreSQL only; in SQLite, which has one
 * writer at a time, it is a comment.
 */
export const skipLocked = '/* for update skip locked */'

/** The result of one statement. `rows` are those of its `returning` clause. */
export type Written = { changes: number; rows: readonly Row[] }

/**
 * The result of statements written together. `applied` is false if one did not change the number of
 * rows that it must; then all are undone.
 */
export type WriteOutcome = { applied: boolean; results: readonly Written[] }

/**
 * The durable database of the server, embedded or shared between instances. Both drivers understand
 * every statement.
 */
export type Database = {
  /** Rows found by a key or a small index. */
  read(sql: string, ...values: Value[]): Promise<readonly Row[]>
  /** Rows that may need a scan of whole tables: slow, and apart from `read` and `write`. */
  scan(sql: string, ...values: Value[]): Promise<readonly Row[]>
  /**
   * Writes all of the statements or none. Resolves when they are on disk. Rejects when they are not;
   * after a broken connection their outcome is unknown.
   */
  write(...statements: Statement[]): Promise<WriteOutcome>
  /** Writes a row without meaning. Rejects when the database takes no writes. */
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
