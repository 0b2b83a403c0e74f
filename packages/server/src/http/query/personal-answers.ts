import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** Compressed bytes of answers that are kept; of free answers the oldest go first. */
const bytesMax = 64 * 1024 * 1024
/** How long an answer is kept. */
const keptMs = 3_600_000

const compress = promisify(gzip)

/** Answers of a server that sells nothing, in memory, for results that are too small for them. */
export type PersonalAnswers = {
  /** @returns the id of the answer. */
  keep(body: string): Promise<string>
  /** @returns Milliseconds until it is dropped; `undefined` for one that is not kept. */
  remainingMs(id: string): number | undefined
  /** @returns the compressed answer. @throws Error for one that is not kept. */
  read(id: string): Uint8Array
}

export function createPersonalAnswers(): PersonalAnswers {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: bytesMax,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    ttl: keptMs,
    perf: performance,
  })
  return {
    async keep(body) {
      const id = randomBytes(16).toString('hex')
      kept.set(id, await compress(body, { level: 1 }))
      return id
    },
    remainingMs: (id) => (kept.has(id) ? kept.getRemainingTTL(id) : undefined),
    read(id) {
      const bytes = kept.get(id)
      if (!bytes) throw new Error(`The answer ${id} is not kept.`)
      return bytes
    },
  }
}
