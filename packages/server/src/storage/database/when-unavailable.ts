import { FiqError } from '@fiq/shared/errors'
import type { Database } from './database.ts'

/**
 * SQLSTATE, as class or in full, of a PostgreSQL that is unreachable, refuses connections or
 * writes, aborted for another transaction, lacks a resource, is locked, stopped, or broken.
 */
const unavailableStates = /^(08|28|3D|40|53|55|57|58|XX)...$|^25006$|^25P03$/
/**
 * Primary result codes of a SQLite in these conditions: perm, abort, busy, locked, nomem, readonly,
 * interrupt, ioerr, corrupt, full, cantopen, protocol, nolfs, auth, notadb.
 */
const unavailableCodes: ReadonlySet<number> = new Set([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 22, 23, 26,
])
/**
 * Codes of a socket (`ECONNREFUSED`, `ECONNRESET`, `EPIPE`, `EAI_AGAIN`, …) and of its certificate.
 */
const socketCodes = /^E(AI_)?[A-Z]+$|^ERR_(SSL|TLS)_|CERT/
/** Errors that `pg` and its pool report only as text, copied from their sources. */
const driverSays =
  /^Connection terminated|^timeout expired$|^timeout exceeded when trying to connect$|^Query read timeout$|is not queryable$|^Cannot use a pool after calling end|SSL connection/

/**
 * Wraps a database so that it reports unavailability as such: unreachable, full, locked,
 * restarting, read-only. The caller may retry. Every other error is a fault of this program.
 *
 * @returns The same database, rejecting with FiqError `STORE_UNAVAILABLE` in these cases. The text
 * contains no address, because callers may read it. The driver's error is its cause.
 */
export function whenUnavailable(database: Database): Database {
  const reported = async <result>(result: Promise<result>): Promise<result> => {
    try {
      return await result
    } catch (cause) {
      if (!isUnavailable(cause)) throw cause
      throw new FiqError('STORE_UNAVAILABLE', 'The database of this server is not available now.', {
        cause,
      })
    }
  }
  return {
    read: (...question) => reported(database.read(...question)),
    scan: (...question) => reported(database.scan(...question)),
    write: (...statements) => reported(database.write(...statements)),
    probe: () => database.probe(),
    close: () => database.close(),
  }
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: number }
  if (errcode !== undefined) return unavailableCodes.has(errcode & 0xff)
  if (typeof code !== 'string') return driverSays.test(error.message)
  return unavailableStates.test(code) || socketCodes.test(code)
}
