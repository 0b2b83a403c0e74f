/**
 * Formats an instant for answers: UTC, ISO 8601, whole seconds.
 *
 * @param ms since 1970, within the range of a `Date`
 * @example instantText(1_763_672_400_000) // '2025-11-20T21:00:00Z'
 */
export function instantText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -'.000Z'.length)}Z`
}

/**
 * Formats an upstream's text of a time; `null` for other text. A time without a zone is UTC,
 * whatever the time zone of this machine.
 */
export function instantTextOf(time: string | null | undefined): string | null {
  const text = (time ?? '').trim()
  const isUnzoned = /:\d{2}(?:\.\d+)?$/.test(text) && !/[+-]\d{2}:?\d{2}$/.test(text)
  const ms = Date.parse(isUnzoned ? `${text}Z` : text)
  return Number.isNaN(ms) ? null : instantText(ms)
}
