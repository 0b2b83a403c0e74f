/** Maximum number of cached keys; there are about five ranges. */
const keysMax = 16

/**
 * Caches sums over large tables for a moment. Concurrent readers share one read.
 *
 * @param keptMs - Milliseconds, counted from the start of the read.
 */
export function cacheBriefly<value>(
  load: (key: string) => Promise<value>,
  { keptMs, nowMs }: { keptMs: number; nowMs(): number },
): (key: string) => Promise<value> {
  const kept = new Map<string, { at: number; value: Promise<value> }>()
  return (key) => {
    const known = kept.get(key)
    if (known && nowMs() - known.at < keptMs) return known.value
    const value = load(key)
    if (kept.size >= keysMax) kept.clear()
    kept.set(key, { at: nowMs(), value })
    value.catch(() => kept.delete(key))
    return value
  }
}
