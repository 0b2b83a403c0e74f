/**
 * Options of an LRU cache that holds so many entries and allocates memory as they come. The cache's
 * own `max` allocates all of them at once: 2 ms and 0.4 MB for 10,000.
 */
export function entriesMax(most: number): { maxSize: number; sizeCalculation(): number } {
  return { maxSize: most, sizeCalculation: () => 1 }
}

/**
 * {@link entriesMax} whose entries expire after `ttl` milliseconds, to the millisecond.
 *
 * @param nowMs monotonic
 */
export function expiringEntries(most: number, ttl: number, nowMs: () => number) {
  return { ...entriesMax(most), ttl, ttlResolution: 0, perf: { now: nowMs } }
}
