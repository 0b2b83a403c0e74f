import { FiqError } from '@fiq/shared/errors'
import type { Database } from './database.ts'

/** SQLSTATE classes of what is wrong with the statement itself, whenever it is sent. */
const faultClasses: ReadonlySet<string> = new Set(['0A', '21', '22', '23', '42'])
/** The same of SQLite: error, constraint, mismatch, misuse, range. */
const faultCodes: ReadonlySet<number> = new Set([1, 19, 20, 21, 25])

/**
 * A database that says when it cannot be had: not reached, full, locked, restarting, read-only.
 * Whoever asked may ask again in a moment, which is another thing than a fault of this program.
 *
 * @returns The same, rejecting with FiqError `STORE_UNAVAILABLE` then. Its text names no address:
 * anybody may read it. The driver's error is its cause.
 */
export function whenUnavailable(database: Database): Database {
  const said = async <result>(result: Promise<result>): Promise<result> => {
    try {
      return await result
    } catch (cause) {
      if (isFault(cause)) throw cause
      throw new FiqError('STORE_UNAVAILABLE', 'The database of this server cannot be used now.', {
        cause,
      })
    }
  }
  return {
    read: (...question) => said(database.read(...question)),
    scan: (...question) => said(database.scan(...question)),
    write: (...statements) => said(database.write(...statements)),
    probe: () => database.probe(),
    close: () => database.close(),
  }
}

/** Of this program, or of what it wanted written: it fails the next time as well. */
function isFault(error: unknown): boolean {
  if (error instanceof FiqError || error instanceof TypeError) return true
  const { code, errcode } = error as { code?: unknown; errcode?: number }
  if (errcode !== undefined) return faultCodes.has(errcode & 0xff)
  return typeof code === 'string' && /^\w{5}$/.test(code) && faultClasses.has(code.slice(0, 2))
}
