/** Keys remembered at once; there are a handful of ranges. */
const keysMax = 16

/**
 * Sums over large tables, read once for everybody who looks at the same time and kept for a moment.
 *
 * @param keptMs - from when the reading began.
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
