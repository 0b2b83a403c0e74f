import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FiqError } from '@fiq/shared/errors'
import { sqliteCodes } from './run-group.ts'

/** Keeps a reference to each lock: garbage collection of its database would release it. */
const locks = new Set<DatabaseSync>()

/** Lock file of a data folder. */
export const lockFile = 'server.lock'

/**
 * Locks a data folder for this server, until it releases the folder or its process ends. Two servers would
 * refund each other's running debits and settle with the same key. Operator commands need no lock
 * and work while the server runs.
 *
 * The lock is the operating system's, on an empty SQLite database. It ends with the process, so
 * nothing remains after a crash.
 *
 * @param remedy - What to do when another server has the lock.
 * @returns A function that releases the folder.
 * @throws FiqError `CONFIGURATION_INVALID` when another server has the lock or nothing can be
 * written.
 */
export function holdFolder(folder: string, remedy = remedyOfServers): () => void {
  const path = join(folder, lockFile)
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path)
    lock.exec('begin exclusive')
    chmodSync(path, 0o600)
    locks.add(lock)
  } catch (cause) {
    lock?.close()
    throw isHeld(cause) ? inUse(folder, remedy, cause) : unusable(path, cause)
  }
  return () => {
    locks.delete(lock)
    if (lock.isOpen) lock.close()
  }
}

function isHeld(cause: unknown): boolean {
  return (cause as { errcode?: number }).errcode === sqliteCodes.busy
}

const remedyOfServers =
  'Stop it, or choose another folder with --data-dir. Several servers need a shared PostgreSQL (--database).'

function inUse(folder: string, remedy: string, cause: unknown): FiqError {
  const message = `Another server uses the data folder ${folder}.`
  return new FiqError('CONFIGURATION_INVALID', message, { remedy, cause })
}

function unusable(path: string, cause: unknown): FiqError {
  return new FiqError('CONFIGURATION_INVALID', `The file ${path} cannot be locked.`, {
    facts: [`Reason: ${(cause as Error).message}`],
    remedy: 'Choose a writable folder with --data-dir.',
    cause,
  })
}
