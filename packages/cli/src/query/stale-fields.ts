import { reuseSeconds } from './reuse-seconds.ts'
import { rootFields } from './root-fields.ts'

/** Values that move with the market are stale after this. */
export const staleAfterMs = 60_000

/** Root fields whose values are good for at most so many seconds move fast. */
const fastSecondsMax = 60

/**
 * The response keys of fast-moving root fields in an answer older than a minute. A field that is
 * not in the table counts as fast-moving. An alias counts as its field.
 *
 * @param request - the sent bytes.
 */
export function staleFields(request: string, ageMs: number | undefined): readonly string[] {
  if (ageMs === undefined || ageMs <= staleAfterMs) return []
  const fast = (rootFields(request) ?? []).filter(
    ({ field }) => (reuseSeconds[field] ?? 0) <= fastSecondsMax,
  )
  return [...new Set(fast.map(({ key }) => key))]
}
