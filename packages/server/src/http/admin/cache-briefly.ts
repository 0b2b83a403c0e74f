/** Keys remembered at once; there are a handful of ranges. */
const keysMax = 16

/**
 * Caches sums over large tables: read once for concurrent readers, and kept for a moment.
 *
 * @param keptMs - counted from the start of the read.
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
