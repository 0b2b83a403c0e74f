import { type FiqError, hasCode } from '@fiq/shared/errors'
import { LRUCache } from 'lru-cache'
import { turns as ownTurns, type Turns } from '../scheduling/turns.ts'
import { ttlSeconds } from './cache-times.ts'
import { whenRefused } from './refused-answers.ts'
import { requestKey } from './request-key.ts'
import { retryIfRefused } from './retry-if-refused.ts'
import type { Mode, Transport, UpstreamAnswer, UpstreamRequest } from './transport.ts'

export type CachingPorts = {
  now(): Date
  /** Whether the market is open, which decides cache times. */
  marketOpen(): boolean
  /** Maximum bytes of cached responses. The least recently used are evicted. */
  bytesMax?: number
  /** Responses shared with other instances. If absent, only this instance uses its cache. */
  shared?: SharedAnswers | undefined
  turns?: Turns
  /** Whether this is a personal server, which keeps responses longer for the sake of their owners. */
  isPersonal?: boolean
}

/** Size of the cache, and its hits since the start. */
export type CacheState = {
  answers: number
  bytes: number
  bytesMax: number
  /** Requests answered from memory, or by joining a running request. */
  hits: number
  misses: number
}

/** A response and its expiry in Unix milliseconds. */
export type CachedAnswer = { answer: UpstreamAnswer; until: number }

/** A transport that keeps responses in memory for a limited time. */
export type CachingTransport = Transport & {
  cacheState(): CacheState
  /** Removes responses of hosts for which `isOff` is true from memory. */
  forgetHosts(isOff: (host: string) => boolean): void
}

export type SharedAnswers = {
  /**
   * Reads a response that another instance shared, or fetches it with `load` and shares it.
   *
   * @throws only errors of `load`
   */
  obtain(
    key: string,
    request: UpstreamRequest,
    load: () => Promise<CachedAnswer>,
  ): Promise<CachedAnswer>
  /** Removes the response from the cache. */
  forget(key: string): void
}

/**
 * Caches the responses of any transport in memory, for as long as their area allows. Concurrent
 * callers of one address share one request. Caches no errors except `NOT_FOUND`, for fifteen
 * minutes. Drops a response that its parser refuses. Cached responses keep their original times.
 */
export function cachingTransport(inner: Transport, ports: CachingPorts): CachingTransport {
  const { now, marketOpen, bytesMax = 256 * 2 ** 20 } = ports
  const { shared, turns = ownTurns, isPersonal = false } = ports
  const cache = new LRUCache<string, CacheEntry>({
    maxSize: bytesMax,
    // A cached NOT_FOUND takes space too.
    sizeCalculation: ({ answer }) => (answer?.body.length ?? 0) + 500,
  })
  const secondsMax = secondsMaxByMode[inner.mode]
  const counted = { hits: 0, misses: 0 }
  const flights = new Map<string, Promise<UpstreamAnswer>>()

  const load = async (request: UpstreamRequest): Promise<CachedAnswer> => {
    if (inner.mode === 'live') await request.spend?.()
    const answer = await inner.fetch(request)
    const ttl = ttlSeconds(request.url, marketOpen(), isPersonal)
    const seconds = Math.min(ttl, secondsMax)
    return { answer, until: now().getTime() + seconds * 1_000 }
  }
  const fly = async (key: string, request: UpstreamRequest) => {
    try {
      const loaded = await (shared
        ? shared.obtain(key, request, () => load(request))
        : load(request))
      cache.set(key, loaded)
      return loaded.answer
    } catch (error) {
      if (hasCode(error, 'NOT_FOUND'))
        cache.set(key, {
          error,
          until: now().getTime() + Math.min(notFoundSeconds, secondsMax) * 1_000,
        })
      throw error
    }
  }

  const drop = (key: string, request: UpstreamRequest, answer: UpstreamAnswer) => {
    if (cache.peek(key)?.answer === answer) cache.delete(key)
    shared?.forget(key)
    inner.forget?.(request)
  }

  const answerTo = async (key: string, request: UpstreamRequest): Promise<UpstreamAnswer> => {
    const cached = cache.get(key)
    if (cached && now().getTime() < cached.until) {
      counted.hits += 1
      if (cached.error) throw cached.error
      return cached.answer
    }
    const inFlight = flights.get(key)
    if (inFlight) {
      counted.hits += 1
      return retryIfRefused(inFlight, () => answerTo(key, request))
    }
    counted.misses += 1
    const flight = fly(key, request).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  return {
    mode: inner.mode,
    cacheState: () => ({ answers: cache.size, bytes: cache.calculatedSize, bytesMax, ...counted }),
    forgetHosts(isOff) {
      for (const key of [...cache.keys()]) if (isOff(hostIn(key))) cache.delete(key)
    },
    async fetch(request) {
      const key = requestKey(request)
      const answer = await answerTo(key, request)
      // Yield a turn: cached responses resolve at once, and their callers parse them without a
      // pause.
      await turns.nextDeferred()
      whenRefused(request.url, () => drop(key, request, answer))
      return answer
    },
  }
}

/** The host in a key that {@link requestKey} made. */
const hostIn = (key: string) => new URL(key.split(' ')[1]!).host

type CacheEntry =
  | (CachedAnswer & { error?: undefined })
  | { answer?: undefined; error: FiqError; until: number }

const notFoundSeconds = 15 * 60

/**
 * Maximum cache time in seconds. Only responses of live upstreams are cached for long: a new file
 * of a mirror is read within a minute, and sandbox prices change once a second, in chart and quote
 * together.
 */
const secondsMaxByMode: Readonly<Record<Mode, number>> = {
  live: Infinity,
  mirror: 60,
  files: 60,
  sandbox: 1,
  recorded: 1,
}
