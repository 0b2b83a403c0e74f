import { ownValue } from '@fiq/shared/own-value'
import { reuseSeconds } from './reuse-seconds.ts'
import { rootFields } from './root-fields.ts'

/** Market values are stale after this time. */
export const staleAfterMs = 60_000

/** A root field whose answers may be reused for at most this many seconds changes quickly. */
const fastSecondsMax = 60

/**
 * The response keys of quickly changing root fields in an answer older than a minute. A field
 * outside the table counts as quickly changing. An alias counts as its field.
 *
 * @param request - The sent bytes.
 */
export function staleFields(request: string, ageMs: number | undefined): readonly string[] {
  if (ageMs === undefined || ageMs <= staleAfterMs) return []
  const fast = (rootFields(request) ?? []).filter(
    ({ field }) => (ownValue(reuseSeconds, field) ?? 0) <= fastSecondsMax,
  )
  return [...new Set(fast.map(({ key }) => key))]
}
