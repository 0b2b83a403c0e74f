import { ownValue } from '@fiq/shared/own-value'
import { reuseSeconds } from '../query/reuse-seconds.ts'

/** Maximum bytes of the cached answers. The oldest are dropped first. */
export const reuseBytesMax = 67_108_864
/** Bytes of an entry without its body. */
const entryBytes = 400

type CachedAnswer = { body: string; at: number; until: number }

export type Reuse = {
  /** A cached answer and its age in milliseconds. */
  find(key: string): { body: string; ageMs: number } | undefined
  /** @param rootFields - Root fields of the request. The shortest of their cache times applies. */
  store(key: string, body: string, rootFields: readonly string[]): void
}

/** Caches answers in memory, for the time in {@link reuseSeconds}. */
export function createReuse(now: () => number, bytesMax = reuseBytesMax): Reuse {
  const cache = new Map<string, CachedAnswer>()
  let bytes = 0
  const sizeOf = ({ length }: string) => 2 * length + entryBytes
  const drop = (key: string) => {
    const cached = cache.get(key)
    if (cached) bytes -= sizeOf(cached.body)
    cache.delete(key)
  }
  return {
    find(key) {
      const found = cache.get(key)
      const at = now()
      // The second bound is for a clock that was set back.
      if (found && at < found.until && at >= found.at)
        return { body: found.body, ageMs: at - found.at }
      drop(key)
      return undefined
    },
    store(key, body, rootFields) {
      const seconds = Math.min(...rootFields.map((field) => ownValue(reuseSeconds, field) ?? 0))
      if (rootFields.length === 0 || seconds <= 0 || sizeOf(body) > bytesMax) return
      drop(key)
      cache.set(key, { body, at: now(), until: now() + seconds * 1_000 })
      bytes += sizeOf(body)
      for (const oldest of cache.keys()) {
        if (bytes <= bytesMax) break
        drop(oldest)
      }
    },
  }
}
