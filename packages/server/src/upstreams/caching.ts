import { FiqError } from '@fiq/shared/errors'
import { LRUCache } from 'lru-cache'
import { turns as ownTurns, type Turns } from '../scheduling/turns.ts'
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
  const { shared, turns = ownTurns } = ports
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
    const seconds = Math.min(ttlSeconds(request.url, marketOpen()), secondsMax)
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
      if (error instanceof FiqError && error.code === 'NOT_FOUND')
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
    cacheState: () => ({
      ...{ answers: cache.size, bytes: cache.calculatedSize, bytesMax },
      ...counted,
    }),
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

/** Cache time of a response in seconds: while the market is open, and while it is closed. */
type Ttl = { host: string; path?: string; open: number; closed: number }

const minute = 60
const hour = 60 * minute

const ttls: readonly Ttl[] = [
  { host: 'query1.finance.yahoo.com', path: '/v7/finance/quote', open: 10, closed: minute },
  { host: 'query1.finance.yahoo.com', path: '/v1/finance/screener', open: 15, closed: hour },
  { host: 'query2.finance.yahoo.com', path: '/v10/', open: 24 * hour, closed: 24 * hour },
  { host: 'query2.finance.yahoo.com', open: minute, closed: 10 * minute },
  {
    host: 'cdn-api.cboe.com',
    path: '/api/global/delayed_quotes/quotes/',
    open: 10,
    closed: minute,
  },
  { host: 'cdn-api.cboe.com', open: minute, closed: 10 * minute },
  { host: 'finnhub.io', path: '/api/v1/quote', open: 10, closed: minute },
  { host: 'finnhub.io', path: '/api/v1/company-news', open: 5 * minute, closed: 10 * minute },
  { host: 'finnhub.io', open: 24 * hour, closed: 24 * hour },
  // A free key allows 25 calls a day.
  { host: 'www.alphavantage.co', open: 10 * minute, closed: hour },
  // Coins trade around the clock.
  { host: 'api.coingecko.com', open: 10, closed: 10 },
  { host: 'data-api.binance.vision', open: 10, closed: 10 },
  { host: 'api.kraken.com', open: 10, closed: 10 },
  { host: 'api.nasdaq.com', open: 15, closed: hour },
  { host: 'www.nasdaqtrader.com', open: 24 * hour, closed: 24 * hour },
  { host: 'cdn.finra.org', open: 24 * hour, closed: 24 * hour },
  { host: 'data.sec.gov', path: '/submissions/', open: 10 * minute, closed: 10 * minute },
  { host: 'data.sec.gov', open: 24 * hour, closed: 24 * hour },
  { host: 'www.sec.gov', path: '/news/', open: 10 * minute, closed: 10 * minute },
  { host: 'www.sec.gov', path: '/rss/', open: 10 * minute, closed: 10 * minute },
  { host: 'www.sec.gov', open: 24 * hour, closed: 24 * hour },
  ...[
    'api.gdeltproject.org',
    'www.federalreserve.gov',
    'news.google.com',
    'finance.yahoo.com',
    'hn.algolia.com',
    'oauth.reddit.com',
    'gamma-api.polymarket.com',
    'api.elections.kalshi.com',
    'api.manifold.markets',
  ].map((host) => ({ host, open: 5 * minute, closed: 10 * minute })),
  // Its quota is per day.
  { host: 'www.courtlistener.com', open: 24 * hour, closed: 24 * hour },
  ...[
    'scsanctions.un.org',
    'sanctionslist.fcdo.gov.uk',
    'webgate.ec.europa.eu',
    'data.trade.gov',
  ].map((host) => ({ host, open: 24 * hour, closed: 24 * hour })),
  { host: 'sanctionslistservice.ofac.treas.gov', open: 24 * hour, closed: 24 * hour },
]

/** Economic series are published at most once a month. */
const macroSeconds = 6 * hour

/** Cache time of a response from this address, in seconds. */
export function ttlSeconds({ host, pathname }: URL, marketOpen: boolean): number {
  const ttl = ttls.find((rule) => rule.host === host && pathname.startsWith(rule.path ?? '/'))
  if (!ttl) return macroSeconds
  return marketOpen ? ttl.open : ttl.closed
}
