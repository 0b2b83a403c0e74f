import { DatabaseSync } from 'node:sqlite'
import { FiqError } from '@fiq/shared/errors'
import { type Database, probeStatement, type Statement } from './database.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { migrationsTable, pendingMigrations } from './pending-migrations.ts'
import { createStatements, rowsOf, runGroup, sqliteCodes, sqliteError } from './run-group.ts'
import { openSqliteThread } from './sqlite-threads.ts'

/** File of the embedded database in the data folder. */
export const ledgerFile = 'ledger.sqlite'

export type SqliteLimits = {
  /** Time that a write waits for the lock of another process. */
  lockWaitMs: number
  /** Maximum size of the file, in pages of 4096 bytes. Unlimited by default. */
  pagesMax?: number
}

/**
 * Small, because the operating system caches the file too. Evicting a page from a large cache takes
 * longer than reading it from the system's.
 */
const cacheKilobytes = 8_192

const defaultLimits: SqliteLimits = { lockWaitMs: 5_000 }

/**
 * The embedded database: one file, a write-ahead log, and a sync to the disk on every commit, so an
 * acknowledged write survives a power cut.
 *
 * One thread writes for many callers in one transaction, so that a sync never blocks the event
 * loop. Reads by key stay on this thread: they take microseconds and never wait for the writer.
 * Scans of whole tables have a thread of their own.
 *
 * @param path - A file in the data folder, or `:memory:` for a test, which has one connection and
 * no threads.
 * @throws FiqError `CONFIGURATION_INVALID` when the file cannot be used or upgraded.
 */
export function openSqliteDatabase(path: string, limits: SqliteLimits = defaultLimits): Database {
  const pragmas = pragmasOf(limits)
  const connection = openMigrated(path, pragmas)
  const prepare = createStatements(connection)
  const threads = path === ':memory:' ? undefined : openThreads(path, pragmas)
  const { write, drained }: GroupCommit =
    threads?.commits ?? createGroupCommit(async (group) => runGroup(connection, prepare, group))
  let closing: Promise<void> | undefined

  const close = async () => {
    await drained()
    connection.close()
    await threads?.close()
  }
  const open = () => {
    if (closing) throw closed()
  }

  return {
    async read(sql, ...values) {
      open()
      return rowsOf(prepare(sql), values)
    },
    async scan(sql, ...values) {
      open()
      return threads ? threads.scan({ sql, values }) : rowsOf(prepare(sql), values)
    },
    async write(...statements) {
      open()
      return write(statements)
    },
    async probe() {
      open()
      await write([probeStatement])
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

function closed(): Error {
  return sqliteError({ message: 'The database is closed.', errcode: sqliteCodes.abort })
}

/**
 * With a write-ahead log, only `synchronous = full` syncs every commit. Checkpoints are in pages.
 */
function pragmasOf({ lockWaitMs, pagesMax }: SqliteLimits): string {
  return [
    `pragma busy_timeout = ${lockWaitMs}`,
    'pragma journal_mode = wal',
    'pragma synchronous = full',
    `pragma cache_size = -${cacheKilobytes}`,
    'pragma wal_autocheckpoint = 4000',
    ...(pagesMax === undefined ? [] : [`pragma max_page_count = ${pagesMax}`]),
  ].join(';')
}

function openMigrated(path: string, pragmas: string): DatabaseSync {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(path)
    connection.exec(pragmas)
    migrate(connection)
    return connection
  } catch (cause) {
    connection?.close()
    if (cause instanceof FiqError) throw cause
    throw new FiqError('CONFIGURATION_INVALID', `The database ${path} cannot be used.`, {
      facts: [`Reason: ${(cause as Error).message}`],
      remedy: 'Choose a writable folder with --data-dir, and free space on its disk.',
      cause,
    })
  }
}

/**
 * Two processes may start together: the lock makes the second wait until the first has upgraded.
 */
function migrate(connection: DatabaseSync): void {
  connection.exec('begin immediate')
  try {
    connection.exec(migrationsTable)
    const row = connection.prepare('select max(number) as taken from migrations').get()
    const taken = Number(row?.['taken'] ?? 0)
    for (const { number, name, statements } of pendingMigrations(taken)) {
      for (const statement of statements) connection.exec(statement)
      connection.prepare('insert into migrations (number, name) values (?, ?)').run(number, name)
    }
    connection.exec('commit')
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}

function openThreads(path: string, pragmas: string) {
  const writer = openSqliteThread(path, pragmas)
  const reader = openSqliteThread(path, pragmas)
  return {
    commits: createGroupCommit(async (group) => {
      const answer = await writer.run({ group })
      if ('error' in answer) throw sqliteError(answer.error)
      if ('rows' in answer) throw new Error('The writer answered with rows.')
      return answer.outcomes
    }),
    async scan(scan: Statement) {
      const answer = await reader.run({ scan })
      if ('rows' in answer) return answer.rows
      throw 'error' in answer ? sqliteError(answer.error) : new Error('The reader wrote.')
    },
    async close() {
      await reader.close()
      await writer.close()
    },
  }
}
