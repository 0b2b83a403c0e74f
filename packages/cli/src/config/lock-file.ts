import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { makeFolder } from './make-folder.ts'

/** Maximum wait for another process that writes. */
const waitMs = 10_000

/**
 * Takes an exclusive lock, and waits for it if necessary.
 *
 * The lock is the operating system's, taken by SQLite on an empty file. It ends with its process,
 * however that ends, so there are no stale locks. The file remains: if it were removed, a second
 * process could lock a new file of the same name.
 *
 * @returns A function that releases the lock.
 * @throws FiqError `BUDGET_BUSY` if another process has it for {@link waitMs};
 * `CONFIGURATION_INVALID` if the file cannot be created.
 */
export function lockFile(path: string, timeoutMs = waitMs): () => void {
  try {
    makeFolder(dirname(path), 0o700)
    closeSync(openSync(path, 'a', 0o600))
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const file = new DatabaseSync(path, { timeout: timeoutMs })
    try {
      file.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      file.close()
      throw error
    }
    return () => file.close()
  } catch (cause) {
    throw asFiqError(cause, path)
  }
}

function asFiqError(cause: unknown, path: string): FiqError {
  const { errcode, message } = cause as { errcode?: number; message?: string }
  const facts = [`Lock: ${path}`]
  // SQLITE_BUSY, with its extended codes in the upper bits.
  if (errcode !== undefined && (errcode & 0xff) === 5)
    return new FiqError('BUDGET_BUSY', 'Another process is writing the same settings.', {
      facts,
      remedy: 'Try again in a moment. Nothing was changed.',
      cause,
    })
  return new FiqError('CONFIGURATION_INVALID', 'The settings folder cannot be written.', {
    facts: [...facts, `Reason: ${message ?? 'unknown'}`],
    remedy:
      'Free disk space, give this user permission to write there, or choose another folder with FIQ_HOME. Nothing was changed.',
    cause,
  })
}
