import type { QuoteSecret } from '@fiq/shared/payment/quote-secret'
import { LRUCache } from 'lru-cache'
import type { HttpAnswer } from '../http-answer.ts'
import type { Requests } from './answer-request.ts'
import type { ServiceRequest } from './query-ports.ts'
import { type addSecret, type Secretless, withoutSecret, withSecret } from './quote-answer.ts'
import { createQuoteSecrets } from './quote-secrets.ts'

/** Answers requests with cached quotes and with small constant answers. */
export type QuotesAgain = (
  key: string,
  requester: Pick<ServiceRequest, 'payment' | 'sender'>,
  answer: () => Promise<HttpAnswer>,
) => HttpAnswer | Promise<HttpAnswer>

/**
 * Caches quotes for a short time. Without its secret a quote is a pure function of its request, so
 * a repeated quote for a caller without payment and key costs a look-up and the 32 characters of a
 * new secret. The short time limits how long a delisted ticker is still quoted. Only requests seen
 * twice are cached: caching a single request costs more than the rest of its quote.
 *
 * Constant answers are cached too, such as that of `{ __typename }`, if request and answer are so
 * small that nothing but the request itself is charged for them.
 *
 * @param secretIn - Inserts a secret into a cached quote.
 * @returns A function that answers a request. `key` contains everything that the quote depends on;
 * `answer` is called on a miss. Synchronous if the gate is.
 */
export function createQuoteCache(
  { repeat }: Pick<Requests, 'repeat'>,
  {
    drawSecret = createQuoteSecrets(),
    secretIn = withSecret,
  }: { drawSecret?: () => QuoteSecret; secretIn?: typeof addSecret } = {},
): QuotesAgain {
  const quotes = new LRUCache<string, Secretless>({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (answer, key) => key.length + sizeOf(answer),
    ttl: 5_000,
    ttlResolution: 1_000,
    perf: performance,
  })
  const constants = new LRUCache<string, HttpAnswer>({ max: constantsMax })
  const seenBefore = createSeenBefore()
  return (key, { payment, sender }, answer) => {
    if (payment !== undefined || sender.authorization !== undefined) return answer()
    const cached = quotes.get(key)
    if (cached) return repeat(secretIn(cached, drawSecret()), sender)
    const constant = constants.get(key)
    if (constant) return repeat(constant, sender)
    if (!seenBefore(key)) return answer()
    return answer().then((quoted) => {
      if (quoted.status === 402) quotes.set(key, withoutSecret(quoted))
      if (quoted.isConstant && key.length + quoted.body.length <= constantCharactersMax)
        constants.set(key, quoted)
      return quoted
    })
  }
}

/** Maximum number of cached constant answers. */
const constantsMax = 256
/** Maximum characters of a request and its constant answer. */
const constantCharactersMax = 1_000

function sizeOf({ headers }: HttpAnswer): number {
  return (headers['payment-required']?.length ?? 0) + 400
}

/** Number of slots. A slot remembers the last text that hashed to it. */
const places = 2 ** 16
/** Number of characters to hash, spread over the text. */
const lookedAt = 512

/**
 * Detects repeated texts, in 256 KB of memory. Two texts may have the same hash, so callers must
 * tolerate false positives.
 */
export function createSeenBefore(): (text: string) => boolean {
  const hashes = new Uint32Array(places)
  return (text) => {
    const hash = hashOf(text)
    const place = hash % places
    const isKnown = hashes[place] === hash
    hashes[place] = hash
    return isKnown
  }
}

/** FNV-1a over the length and the sampled characters. */
function hashOf(text: string): number {
  const { length } = text
  const step = Math.ceil(length / lookedAt)
  let hash = Math.imul(0x811c9dc5 ^ length, 0x01000193)
  for (let at = 0; at < length; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
