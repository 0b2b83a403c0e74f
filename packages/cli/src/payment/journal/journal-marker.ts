import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { createPrivate } from '../../config/write-private.ts'
import { journalRemedy } from './journal-error.ts'
import { type Database, databaseName, openDatabase } from './open-database.ts'

/**
 * File in the settings folder, beside the wallets, which records that a payment was once reserved.
 */
export const markerName = 'journal-exists'

type Folders = { configDir: string; stateDir: string }

/**
 * Opens the journal. If the marker shows that one existed, a missing or empty journal does not
 * belong to a new user: the sums that count as spent are lost, so nothing is paid.
 *
 * @throws FiqError `JOURNAL_UNAVAILABLE`, naming the two remedies.
 */
export function openMarkedDatabase({ configDir, stateDir }: Folders): Database {
  const isMarked = existsSync(join(configDir, markerName))
  const path = join(stateDir, databaseName)
  if (isMarked && !existsSync(path)) throw lost(path, 'it is missing')
  const database = openDatabase(stateDir)
  try {
    const isEmpty = database.row('SELECT 1 FROM purchases LIMIT 1') === undefined
    if (isMarked && isEmpty) throw lost(path, 'it is empty')
    if (!isMarked && !isEmpty) markJournal(configDir)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Writes the marker if it is missing. Called once a purchase is in the journal. */
export function markJournal(configDir: string): void {
  if (existsSync(join(configDir, markerName))) return
  try {
    const text = `A payment journal (${databaseName}) exists. While it is missing, nothing is paid.\n`
    createPrivate(configDir, markerName, text)
  } catch (error) {
    // Another process wrote it first, or the settings folder is read-only.
    const { code = '' } = error as { code?: string }
    const isThere = existsSync(join(configDir, markerName))
    if (!isThere && !['EROFS', 'EACCES', 'EPERM'].includes(code)) throw error
  }
}

/** Removes the marker after a reset without payments: the next payment begins a new journal. */
export function unmarkJournal(configDir: string): void {
  rmSync(join(configDir, markerName), { force: true })
}

function lost(path: string, reason: string): FiqError {
  return new FiqError(
    'JOURNAL_UNAVAILABLE',
    'The payment journal is missing, although one existed. Nothing is paid without it.',
    { facts: [`File: ${path}`, `Reason: ${reason}`], remedy: journalRemedy },
  )
}
