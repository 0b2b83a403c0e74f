import { LRUCache } from 'lru-cache'
import type { HttpAnswer } from './http-answer.ts'

/**
 * Quotes that were just given. A quote is a pure function of its request, so giving it again costs
 * a look-up; the short life bounds how long a ticker that became unknown is still quoted.
 */
export function openQuoteCache(): Pick<LRUCache<string, HttpAnswer>, 'get' | 'set'> {
  return new LRUCache({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (answer, key) => key.length + sizeOf(answer),
    ttl: 5_000,
    ttlResolution: 1_000,
    perf: performance,
  })
}

function sizeOf({ headers }: HttpAnswer): number {
  return (headers['payment-required']?.length ?? 0) + 400
}
