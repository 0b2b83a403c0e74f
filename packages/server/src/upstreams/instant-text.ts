/**
 * An instant as every answer prints it: UTC, ISO 8601, whole seconds.
 *
 * @param ms since 1970, within the years a `Date` has
 * @example instantText(1_763_672_400_000) // '2025-11-20T21:00:00Z'
 */
export function instantText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -'.000Z'.length)}Z`
}

/** The same for an upstream's text of a time; `null` for other text. */
export function instantTextOf(time: string | null | undefined): string | null {
  const ms = Date.parse(time ?? '')
  return Number.isNaN(ms) ? null : instantText(ms)
}
