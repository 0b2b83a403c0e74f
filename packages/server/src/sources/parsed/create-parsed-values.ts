import { bounds } from '@fiq/shared/bounds'
import { LRUCache } from 'lru-cache'
import { retryIfRefused } from '../../upstreams/retry-if-refused.ts'
import { estimateBytes } from './estimate-bytes.ts'

/** Values that are expensive to build from responses of upstreams: parsed files, indexes. */
export type ParsedValues = {
  /**
   * Builds a value at most once in the given time, shared by all callers. Failures are not cached.
   */
  obtain<value>(key: string, maxAgeSeconds: number, build: () => Promise<value>): Promise<value>
  clear(): void
}

/**
 * A cached value with its expiry in Unix milliseconds, and its estimated bytes once it is built.
 */
type CachedValue = { value: Promise<unknown>; until: number; bytes: number; isBuilt: boolean }

/** Bytes of an entry's key and promise. */
const entryBytes = 500

/**
 * Caches values within an estimated memory. Drops the least recently used. A value larger than the
 * whole limit stays as the only one, because each request would build it again otherwise.
 */
export function createParsedValues(
  nowMs: () => number,
  bytesMax: number = bounds.parsedBytesMax,
): ParsedValues {
  const cache = new LRUCache<string, CachedValue>({
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }, key) => Math.min(entryBytes + key.length + bytes, bytesMax),
  })
  const obtain: ParsedValues['obtain'] = (key, maxAgeSeconds, build) => {
    const cached = cache.get(key)
    if (cached && cached.until > nowMs()) {
      const value = cached.value as ReturnType<typeof build>
      if (cached.isBuilt) return value
      return retryIfRefused(value, () => obtain(key, maxAgeSeconds, build))
    }
    const value = build()
    const until = nowMs() + maxAgeSeconds * 1_000
    const entry: CachedValue = { value, until, bytes: 0, isBuilt: false }
    cache.set(key, entry)
    value.then(
      (built) => {
        // The cache computes the size when an entry is added, so add it again.
        if (cache.peek(key) === entry && cache.delete(key))
          cache.set(key, { ...entry, bytes: estimateBytes(built), isBuilt: true })
      },
      () => {
        if (cache.peek(key) === entry) cache.delete(key)
      },
    )
    return value
  }
  return { obtain, clear: () => cache.clear() }
}
