import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { FiqError } from '@fiq/shared/errors'
import { makeFolder } from '../../config/make-folder.ts'
import { pendingMigrations } from '../../storage/database/pending-migrations.ts'
import { schemaNumberOfFile } from '../../storage/database/read-schema-number.ts'
import { ledgerFile } from '../../storage/database/sqlite-database.ts'
import { paymentFactsOfFile } from '../../storage/payments/payment-sums.ts'

/** Pages copied at a time; the server writes in between. */
const pagesAtOnce = 2_000

/** Key figures of a record. `newest` is Unix milliseconds, 0 for an empty one. */
export type RecordFacts = { payments: number; newest: number; schema: number }

/**
 * Copies the record of a running server at one moment, by SQLite's online backup. The copy is
 * checked, and appears under its name complete or not at all.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when there is no record, or FILE exists.
 */
export async function backupSqlite(dataDir: string, file: string): Promise<RecordFacts> {
  const ledger = join(dataDir, ledgerFile)
  if (!existsSync(ledger))
    throw refused(`There is no payment record at ${ledger}.`, 'Correct --data-dir.')
  if (existsSync(file))
    throw refused(`${file} exists already.`, 'Name another file; a backup is never overwritten.')
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  closeSync(openSync(partial, 'w', 0o600))
  try {
    const source = new DatabaseSync(ledger, { readOnly: true })
    try {
      await backup(source, partial, { rate: pagesAtOnce })
    } finally {
      source.close()
    }
    const facts = inspect(partial)
    sync(partial)
    linkSync(partial, file)
    return facts
  } finally {
    for (const rest of ['', '-wal', '-shm']) rmSync(`${partial}${rest}`, { force: true })
  }
}

/**
 * Replaces the record by a backup. Keeps the old record beside it.
 *
 * @param overNewer - Restore although payments were made since the backup, whose answers are then
 * unknown.
 * @returns The restored record, and the path of the old one.
 * @throws FiqError `CONFIGURATION_INVALID` if the file is not a backup, the server is running, or
 * the record is newer.
 */
export async function restoreSqlite(
  dataDir: string,
  file: string,
  { overNewer, nowMs }: { overNewer: boolean; nowMs: number },
): Promise<RecordFacts & { kept: string | undefined }> {
  const facts = inspect(file)
  pendingMigrations(facts.schema)
  makeFolder(dataDir, 0o700)
  const ledger = join(dataDir, ledgerFile)
  const partial = `${ledger}.restoring`
  rmSync(partial, { force: true })
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    await backup(source, partial, { rate: pagesAtOnce })
  } finally {
    source.close()
  }
  chmodSync(partial, 0o600)
  sync(partial)
  const moved = existsSync(ledger) ? `${ledger}.before-${stampOf(nowMs)}` : undefined
  if (moved !== undefined) {
    try {
      takeAlone(ledger)
      refuseNewer(inspect(ledger), facts, overNewer)
    } catch (error) {
      rmSync(partial, { force: true })
      throw error
    }
    renameSync(ledger, moved)
  }
  renameSync(partial, ledger)
  return { ...facts, kept: moved }
}

/** @throws FiqError if the file is not a complete record. */
function inspect(file: string): RecordFacts {
  try {
    const connection = new DatabaseSync(file, { readOnly: true })
    try {
      const check = connection.prepare('pragma integrity_check(1)').get()
      if (check?.['integrity_check'] !== 'ok') throw new Error(String(check?.['integrity_check']))
      return { ...paymentFactsOfFile(connection), schema: schemaNumberOfFile(file) }
    } finally {
      connection.close()
    }
  } catch (cause) {
    const reason = (cause as Error).message
    throw refused(
      `${file} is not a complete backup (${reason}).`,
      'Name a file that fiq-server backup wrote.',
    )
  }
}

/** Opens the record exclusively: the last connection merges the write-ahead log into the file. */
function takeAlone(ledger: string): void {
  const connection = new DatabaseSync(ledger)
  try {
    connection.exec('pragma busy_timeout = 0; pragma journal_mode = delete')
  } catch (cause) {
    throw refused(
      `The payment record ${ledger} is in use (${(cause as Error).message}).`,
      'Stop the server first.',
    )
  } finally {
    connection.close()
  }
}

function refuseNewer(there: RecordFacts, backedUp: RecordFacts, overNewer: boolean): void {
  const isNewer = there.newest > backedUp.newest || there.payments > backedUp.payments
  if (!isNewer || overNewer) return
  const ofTime = ({ payments, newest }: RecordFacts) =>
    `${payments} payments, the newest of ${new Date(newest).toISOString()}`
  throw refused(
    'The payment record is newer than the backup. After a restore, the server would not know the payments since the backup: it could no longer answer payers whose authorization has expired.',
    'Keep the record. To replace it, add --over-newer.',
    [`Record: ${ofTime(there)}`, `Backup: ${ofTime(backedUp)}`],
  )
}

/** Syncs the file and its directory entry to the disk. */
function sync(file: string): void {
  for (const path of [file, dirname(file)]) {
    const descriptor = openSync(path, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  }
}

/** @example 20261120T000000Z */
function stampOf(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')
}

function refused(message: string, remedy: string, facts: string[] = []): FiqError {
  return new FiqError('CONFIGURATION_INVALID', message, { facts, remedy })
}
