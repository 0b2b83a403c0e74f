import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** Maximum compressed bytes of stored answers; the oldest are dropped first. */
const bytesMax = 64 * 1024 * 1024
/** Storage time of an answer. */
const storedMs = 3_600_000

const compress = promisify(gzip)

/** Stores answers of a personal server in memory, if they are too large for their results. */
export type PersonalAnswers = {
  /** Stores an answer. @returns Its id. */
  keep(body: string): Promise<string>
  /** @returns Milliseconds until the answer is dropped; `undefined` if it is not stored. */
  remainingMs(id: string): number | undefined
  /** @returns The compressed answer. @throws Error if it is not stored. */
  read(id: string): Uint8Array
  /** Drops all answers. */
  clear(): void
}

/** Creates the store. Answers are lost when the server stops. */
export function createPersonalAnswers(): PersonalAnswers {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: bytesMax,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    ttl: storedMs,
    perf: performance,
  })
  return {
    async keep(body) {
      const id = randomBytes(16).toString('hex')
      cache.set(id, await compress(body, { level: 1 }))
      return id
    },
    remainingMs: (id) => (cache.has(id) ? cache.getRemainingTTL(id) : undefined),
    read(id) {
      const bytes = cache.get(id)
      if (!bytes) throw new Error(`The answer ${id} is not stored.`)
      return bytes
    },
    clear: () => cache.clear(),
  }
}
