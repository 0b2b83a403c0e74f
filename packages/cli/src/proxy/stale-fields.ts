import { reuseSeconds } from './reuse.ts'

/** Values that move with the market are stale after this. */
export const staleAfterMs = 60_000

/** Root fields whose values are good for at most so many seconds move fast. */
const fastSecondsMax = 60

/**
 * The fast-moving root fields of an answer that is older than a minute. A field that is not in the
 * table, which an alias is too, counts as fast.
 *
 * @param data - The `data` of the response.
 */
export function staleFields(data: unknown, ageMs: number | undefined): readonly string[] {
  if (ageMs === undefined || ageMs <= staleAfterMs) return []
  if (typeof data !== 'object' || data === null) return []
  return Object.keys(data).filter((field) => (reuseSeconds[field] ?? 0) <= fastSecondsMax)
}
