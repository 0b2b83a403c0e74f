import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'

/** The remedy for an unusable journal. */
export const journalRemedy =
  'Restore the file from a backup, or run: fiq payments reset. Payments made after the backup are not counted; the reset keeps the sums that it can read from the chain. Until then nothing is paid.'

/** A failed commit. Only after it, not after a failed statement, may the file contain the changes. */
export class CommitFailed extends Error {
  constructor(cause: unknown) {
    super((cause as Partial<Error>).message, { cause })
    this.name = 'CommitFailed'
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
const lockedCodes: readonly number[] = [5, 6]
/** SQLITE_FULL, and SQLITE_IOERR_WRITE: the record of the commit is incomplete. */
const unwrittenCodes: readonly number[] = [13, 778]

/**
 * Whether this error of a transaction proves that the file does not contain its changes: it failed
 * before the commit, or the commit was refused or incompletely written. After another failure of a
 * commit, such as a failed sync, a later recovery may find the changes.
 */
export function isNotCommitted(error: unknown): boolean {
  if (!(error instanceof FiqError)) return false
  if (!(error.cause instanceof CommitFailed)) return true
  const { errcode = 0 } = error.cause.cause as Partial<SqliteError>
  return lockedCodes.includes(errcode & 0xff) || unwrittenCodes.includes(errcode)
}

/** An error of `node:sqlite`. Extended codes are in the upper bits. */
type SqliteError = { errcode: number; message: string }

/** SQLITE_CORRUPT and SQLITE_NOTADB, and errors found by the integrity check. */
function isDamage({ errcode, message }: SqliteError): boolean {
  return [11, 26].includes(errcode & 0xff) || message.includes('damaged')
}

/** Any failure of the journal as a FiqError. @param path - Of its file. */
export function asJournalError(thrown: unknown, path: string): FiqError {
  if (thrown instanceof FiqError) return thrown
  const cause = thrown instanceof CommitFailed ? thrown.cause : thrown
  const { errcode = 0, message = 'unknown failure' } = cause as Partial<SqliteError>
  if (lockedCodes.includes(errcode & 0xff))
    return new FiqError('BUDGET_BUSY', 'Another process has locked the budget.', { cause: thrown })
  return new FiqError(
    'JOURNAL_UNAVAILABLE',
    'The payment journal cannot be used, so nothing is paid.',
    {
      facts: [`File: ${path}`, `Reason: ${message}`],
      ...defined({ remedy: isDamage({ errcode, message }) ? journalRemedy : undefined }),
      cause: thrown,
    },
  )
}
