import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FiqError } from '@fiq/shared/errors'
import { sqliteCodes } from './run-group.ts'

/** Keeps the locks reachable: the garbage collector closes a database, and so ends its lock. */
const held = new Set<DatabaseSync>()

/** File in the data folder that the one server on it holds. */
export const lockFile = 'server.lock'

/**
 * Makes this the only server on a data folder, until it releases the folder or dies. Two servers
 * would refund each other's running debits and settle with one key at once. Operator commands need
 * no lock and work beside the server.
 *
 * The lock is the operating system's, on an empty SQLite database. It ends with the process, so a
 * crash leaves nothing to clean up.
 *
 * @param remedy - what to do when another server holds it.
 * @returns releases the folder
 * @throws FiqError `CONFIGURATION_INVALID` when another server holds it or nothing can be written
 */
export function holdFolder(folder: string, remedy = remedyOfServers): () => void {
  const path = join(folder, lockFile)
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path)
    lock.exec('begin exclusive')
    chmodSync(path, 0o600)
    held.add(lock)
  } catch (cause) {
    lock?.close()
    throw isHeld(cause) ? inUse(folder, remedy, cause) : unusable(path, cause)
  }
  return () => {
    held.delete(lock)
    if (lock.isOpen) lock.close()
  }
}

function isHeld(cause: unknown): boolean {
  return (cause as { errcode?: number }).errcode === sqliteCodes.busy
}

const remedyOfServers =
  'Stop it, or name another folder with --data-dir; several servers share a --database of PostgreSQL.'

function inUse(folder: string, remedy: string, cause: unknown): FiqError {
  const message = `Another server runs on the data folder ${folder}.`
  return new FiqError('CONFIGURATION_INVALID', message, { remedy, cause })
}

function unusable(path: string, cause: unknown): FiqError {
  return new FiqError('CONFIGURATION_INVALID', `The file ${path} cannot be locked.`, {
    facts: [`Reason: ${(cause as Error).message}`],
    remedy: 'Name a folder that can be written with --data-dir.',
    cause,
  })
}
