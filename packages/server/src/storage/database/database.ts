/** What a column holds. Whole numbers come back as `bigint`, or as text from PostgreSQL. */
export type Value = string | number | bigint | Uint8Array | null
export type Row = Readonly<Record<string, Value>>

/**
 * One statement in the SQL that SQLite and PostgreSQL share, with `?` for each value.
 *
 * The text is a constant of the program: it is prepared once and kept, so values never go into it.
 */
export type Statement = {
  sql: string
  values: readonly Value[]
  /**
   * The number of rows it must change. When another number changes, everything written with it is
   * undone: so a debit and its row in the ledger happen together or not at all.
   */
  mustChange?: number
}

/**
 * Ends a subselect of the rows to change: those that another transaction holds are passed over, so
 * that instances that tidy up at once never wait for each other, in whatever order each finds them.
 * PostgreSQL only; to SQLite, which has one writer at a time, it is a comment.
 */
export const skipLocked = '/* for update skip locked */'

/** What one statement did. `rows` are those of its `returning` clause. */
export type Written = { changes: number; rows: readonly Row[] }

/**
 * What came of statements written together: done, or undone because one did not change the number
 * of rows that it must.
 */
export type WriteOutcome = { applied: boolean; results: readonly Written[] }

/**
 * The durable database of the server, embedded or shared between instances. Everything the store
 * keeps is written in statements that both drivers understand.
 */
export type Database = {
  /** Rows found by a key or a small index. */
  read(sql: string, ...values: Value[]): Promise<readonly Row[]>
  /** Rows for which whole tables may have to be read: slow, and in nobody's way. */
  scan(sql: string, ...values: Value[]): Promise<readonly Row[]>
  /**
   * All of the statements or none. Resolves when they are on disk; rejects when they are not, or,
   * if the connection broke meanwhile, when nobody knows.
   */
  write(...statements: Statement[]): Promise<WriteOutcome>
  /** Writes something that means nothing: rejects when the database cannot take writes. */
  probe(): Promise<void>
  /** Lets what is under way end, then closes. */
  close(): Promise<void>
}

/** What `probe` writes. */
export const probeStatement: Statement = {
  sql: `insert into probe (id, writes) values (1, 1)
    on conflict (id) do update set writes = probe.writes + 1`,
  values: [],
}
