import type { Database } from './open-database.ts'

/**
 * How long the same command resumes a purchase: the time that servers store answers. An older one
 * still counts as spent, and the command buys again.
 */
export const resumableMs = 86_400_000

/**
 * Until this machine has run for this long since a reservation, its signature may still settle,
 * whatever time the clock shows. An authorization is valid for 120 seconds at most; the rest is for
 * clocks that differ from the chain's.
 */
export const ranMsMin = 600_000

/** SQL value: for how long the machine has certainly run since a reservation, in milliseconds. */
const ranMs = 'CASE WHEN uptime <= ? THEN ? - uptime ELSE ? END'

/**
 * SQL condition for an authorization that has not expired. If the clock was ahead when it was signed
 * and is correct now, this can last for days.
 */
export const isUnexpired = 'valid_before > ?'

/** The value of {@link isUnexpired}. @param now - Unix milliseconds. */
export function unexpiredValue(now: number): number {
  return Math.floor(now / 1_000)
}

/**
 * SQL condition for purchases that the same command resumes: begun less than a day ago by the clock,
 * or less than {@link ranMsMin} ago by the time that this machine runs, or not expired. A clock that
 * is set forward does not change the second, and one that is set back does not end the third. After
 * a restart, the machine ran at least since then.
 */
export const isRecent = `(at > ? OR ${ranMs} < ? OR ${isUnexpired})`

/**
 * The values of {@link isRecent}.
 *
 * @param now - Unix milliseconds.
 * @param uptime - Milliseconds since this machine started.
 */
export function recentValues(now: number, uptime: number): number[] {
  return [now - resumableMs, uptime, uptime, uptime, ranMsMin, unexpiredValue(now)]
}

/** Whether this machine has certainly run for this long since it reserved a purchase. */
export function hasRunFor(
  database: Database,
  { id, uptime, ms }: { id: string; uptime: number; ms: number },
): boolean {
  const sql = `SELECT 1 AS one FROM purchases WHERE id = ? AND ${ranMs} >= ?`
  return database.row(sql, id, uptime, uptime, uptime, ms) !== undefined
}
