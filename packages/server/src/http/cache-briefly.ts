/** Maximum number of cached keys. The callers have some five and some sixty. */
const keysMax = 256

/**
 * Caches values that are expensive to compute. Concurrent readers share one read.
 *
 * @param storedMs - Milliseconds, counted from the start of the read.
 */
export function cacheBriefly<value>(
  load: (key: string) => Promise<value>,
  { storedMs, nowMs }: { storedMs: number; nowMs(): number },
): (key: string) => Promise<value> {
  const cache = new Map<string, { at: number; value: Promise<value> }>()
  return (key) => {
    const cached = cache.get(key)
    if (cached && nowMs() - cached.at < storedMs) return cached.value
    const value = load(key)
    if (cache.size >= keysMax) cache.clear()
    cache.set(key, { at: nowMs(), value })
    value.catch(() => cache.delete(key))
    return value
  }
}
