import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { FiqError } from '@fiq/shared/errors'
import { makeFolder } from '../../config/make-folder.ts'
import { checkWhole, checkWithLog, isLargeFile } from './check-file.ts'
import { asJournalError, CommitFailed } from './journal-error.ts'
import { steps } from './schema-steps.ts'

/** File in the state folder with journal, budget and pinned payees. */
export const databaseName = 'payments.sqlite'

/** How long a writer waits for another process before it reports `BUDGET_BUSY`. */
const busyTimeoutMs = 3_000

/** A row. All integers are bigint, so amounts are never floats. */
export type Row = Record<string, string | bigint | Uint8Array | null>

/** The payments database. Every failure is a FiqError and means that nothing is paid. */
export type Database = {
  rows(sql: string, ...values: SQLInputValue[]): Row[]
  row(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** @returns The number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Like `run`, without waiting for the disk: a power failure may undo it. */
  runUnsynced(sql: string, ...values: SQLInputValue[]): number
  /**
   * One IMMEDIATE transaction: no other process writes between its first and last statement. Refused
   * if the file is no longer the one at its path: nothing else would read what it writes.
   */
  transact<result>(body: () => result): result
  close(): void
}

/**
 * Opens the payments database, creating folder (0700) and file (0600). Each commit is synced to the
 * disk before it returns (WAL, synchronous FULL).
 *
 * @param options.pagesMax - Limits the file, for tests of a full disk.
 * @throws FiqError `JOURNAL_UNAVAILABLE` when folder or file cannot be used; `BUDGET_BUSY` when
 * another process holds it for longer than {@link busyTimeoutMs}.
 */
export function openDatabase(
  stateDir: string,
  options: { busyTimeoutMs?: number; pagesMax?: number } = {},
): Database {
  const path = join(stateDir, databaseName)
  let ownFile: string | undefined
  const timeout = options.busyTimeoutMs ?? busyTimeoutMs
  const open = () => {
    checkWithLog(path, timeout)
    makePrivate(stateDir, path)
    // Read before the file is opened: if it is replaced in between, nothing is paid.
    ownFile = fileAt(path)
    const opened = new DatabaseSync(path, { timeout })
    prepare(opened, options.pagesMax)
    return opened
  }
  return databaseOver(path, open, () => {
    if (fileAt(path) !== ownFile) throw replaced(path)
  })
}

/** Identifies the file at a path as long as a process has it open; `undefined` without a file. */
function fileAt(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  return file && `${file.dev} ${file.ino}`
}

/**
 * The payments database over a connection.
 *
 * @param path - For errors.
 * @param open - Opens the connection and calls {@link prepare}. Its errors are converted too.
 * @param checkFile - Throws in a transaction if nothing may be written.
 */
export function databaseOver(
  path: string,
  open: () => DatabaseSync,
  checkFile: () => void = () => {},
): Database {
  const guard = <result>(body: () => result): result => {
    try {
      return body()
    } catch (cause) {
      throw asJournalError(cause, path)
    }
  }
  const file = guard(open)
  // There are few, fixed texts; a serving process runs the same ones for days.
  const statements = new Map<string, StatementSync>()
  const statement = (sql: string) => {
    const cached = statements.get(sql)
    if (cached) return cached
    const prepared = file.prepare(sql)
    prepared.setReadBigInts(true)
    statements.set(sql, prepared)
    return prepared
  }
  return {
    rows: (sql, ...values) => guard(() => statement(sql).all(...values) as Row[]),
    row: (sql, ...values) => guard(() => statement(sql).get(...values) as Row | undefined),
    run: (sql, ...values) => guard(() => Number(statement(sql).run(...values).changes)),
    runUnsynced: (sql, ...values) =>
      guard(() => {
        file.exec('PRAGMA synchronous = NORMAL')
        try {
          return Number(statement(sql).run(...values).changes)
        } finally {
          file.exec('PRAGMA synchronous = FULL')
        }
      }),
    transact: (body) =>
      guard(() =>
        inTransaction(file, () => {
          checkFile()
          return body()
        }),
      ),
    close: () => file.close(),
  }
}

function inTransaction<result>(file: DatabaseSync, body: () => result): result {
  file.exec('BEGIN IMMEDIATE')
  try {
    const result = body()
    commit(file)
    return result
  } catch (error) {
    if (file.isTransaction) file.exec('ROLLBACK')
    throw error
  }
}

function commit(file: DatabaseSync): void {
  try {
    file.exec('COMMIT')
  } catch (cause) {
    throw new CommitFailed(cause)
  }
}

/** Sets the mode of the file first, because SQLite copies it to `-wal` and `-shm`. */
function makePrivate(stateDir: string, path: string): void {
  makeFolder(stateDir, 0o700)
  chmodSync(stateDir, 0o700)
  closeSync(openSync(path, 'a+', 0o600))
  chmodSync(path, 0o600)
}

/**
 * Configures a connection, and upgrades the schema to this version.
 *
 * @throws Error of SQLite, or for a damaged file.
 */
export function prepare(file: DatabaseSync, pagesMax?: number): void {
  file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF')
  if (pagesMax !== undefined) file.exec(`PRAGMA max_page_count = ${pagesMax}`)
  const [version] = Object.values(file.prepare('PRAGMA user_version').get() ?? {})
  if (!(Number(version) >= 0 && Number(version) <= steps.length))
    throw new Error(`it was written by another version of fiq (${String(version)})`)
  const isLarge = isLargeFile(file)
  const isDue = !isLarge || version !== steps.length || !wasCheckedToday(file)
  if (isDue) checkWhole(file)
  if (version !== steps.length) upgrade(file)
  if (isLarge && isDue) file.exec('UPDATE checks SET at = unixepoch()')
}

/** A check in the future is of a wrong clock, so it does not count. */
function wasCheckedToday(file: DatabaseSync): boolean {
  const sql = 'SELECT 1 FROM checks WHERE at BETWEEN unixepoch() - 86400 AND unixepoch()'
  return file.prepare(sql).get() !== undefined
}

function upgrade(file: DatabaseSync): void {
  inTransaction(file, () => {
    // Another process may have upgraded between the check and this transaction.
    const [version] = Object.values(file.prepare('PRAGMA user_version').get() ?? {})
    for (const step of steps.slice(Number(version))) file.exec(step)
    file.exec(`PRAGMA user_version = ${steps.length}`)
  })
}

function replaced(path: string): FiqError {
  return new FiqError(
    'JOURNAL_UNAVAILABLE',
    'The payment journal was moved or removed while this process used it, so nothing is paid.',
    {
      facts: [`File: ${path}`, `Process: ${process.pid}`],
      remedy: 'End this process and start it again: it then uses the journal that is there now.',
    },
  )
}
