import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { checkAnswer, noticeIn } from '../checked-answer.ts'
import { requestKey } from '../request-key.ts'
import type { Transport, UpstreamAnswer, UpstreamRequest } from '../transport.ts'
import { type CircuitBreaker, circuitBreaker, operationOf } from './circuit-breaker.ts'
import { type DailyQuotas, dailyQuotas } from './daily-quotas.ts'
import { dailyTable } from './daily-table.ts'
import { type DiskCache, diskCache, type StoredResponse } from './disk-cache.ts'
import { type Exchange, type ExchangePorts, exchange, hasAnswer, type Send } from './exchange.ts'
import { defaultRule, type HostRule, hostRules } from './host-rules.ts'
import { hostTurns, type Time, tooEarly } from './host-turns.ts'
import { redditSession } from './reddit-session.ts'
import { codeOf, conditional, isoOrNull, mayPass, refusal } from './refusals.ts'
import { tokenBuckets } from './token-buckets.ts'
import { type YahooSession, yahooSession } from './yahoo-session.ts'

export type LivePorts = Omit<ExchangePorts, 'bodyBytesMax'> & {
  now(): Date
  /** A monotonic clock for durations; default `now`. */
  nowMs?: () => number
  wait(ms: number): Promise<void>
  /**
   * Folder of the disk cache, with a folder for each host. If absent, no request is conditional.
   */
  cacheDir?: string
  /**
   * Maximum days that responses of a host may be stored on disk; 0 stores none. Default: unlimited.
   */
  diskDaysMax?(host: string): number
  limits?: Partial<typeof liveLimits>
  /** Limits by host; default {@link hostRules}. */
  rules?: Readonly<Record<string, HostRule>>
  /** Daily quotas and pauses; default: kept for this process only. */
  quotas?: DailyQuotas
  /**
   * Called with each response before it is checked, refusals included. Gets at most {@link
   * refusalBytesMax} of the body of a refusal.
   */
  observe?(request: UpstreamRequest, response: Exchange): void
  /** The owner of a host that is paused after a status 403 or 429: for an hour, then for a day. */
  restingOwnerOf?(host: string): string | undefined
  /** Passed in by the caller, which reads its state. */
  breaker?: CircuitBreaker
}

/** Limits of one request with its retries and redirects. `bulk` is for lists of many megabytes. */
export const liveLimits = {
  timeoutMs: 3_000,
  bulkTimeoutMs: 45_000,
  bodyBytesMax: 16 * 2 ** 20,
  bulkBodyBytesMax: 256 * 2 ** 20,
  attemptsMax: 3,
}

type Headers = Readonly<Record<string, string>>

/** Enough for the text of a refusal. */
const refusalBytesMax = 65_536
const backoffMs = 200

/**
 * Fetches from the real upstreams: at each host's rate, within a time limit, with retries of
 * transient failures, and a circuit breaker for each operation. Checks every response.
 *
 * @throws FiqError `UPSTREAM_UNAVAILABLE`, `UPSTREAM_RATE_LIMITED`, `UPSTREAM_CHANGED`,
 * `NOT_CONFIGURED` or `NOT_FOUND`; nothing else
 */
export function liveTransport(ports: LivePorts): Transport {
  const limits = { ...liveLimits, ...ports.limits }
  const { breaker = circuitBreaker(), rules = hostRules } = ports
  const wallMs = () => ports.now().getTime()
  const { quotas = dailyQuotas(), restingOwnerOf = () => undefined, nowMs = wallMs } = ports
  const buckets = tokenBuckets(rules)
  const yahoo = yahooSession()
  const diskOf = openDisks(ports)
  const clocks = { nowMs, wallMs, wait: ports.wait }
  const turns = hostTurns({ ...clocks, buckets, quotas, rules, restingOwnerOf })
  const reddit = redditSession(ports.upstreamKeyOf, nowMs)

  /** One attempt, with the check of the response. */
  const attempt = async (request: UpstreamRequest, time: Time): Promise<UpstreamAnswer> => {
    const disk = diskOf(request.url)
    const stored = request.method === 'POST' ? undefined : await disk?.read(requestKey(request))
    const bodyBytesMax = request.bulk ? limits.bulkBodyBytesMax : limits.bodyBytesMax
    const refusals = ports.observe || request.noticeOf ? { refusalBytesMax } : {}
    const exchangePorts = { ...ports, bodyBytesMax, ...refusals }
    const send = async (sent: UpstreamRequest, headers: Headers, { deadline }: Time) => {
      const signal = AbortSignal.timeout(Math.max(1, Math.ceil(deadline - nowMs())))
      const response = await exchange(sent, headers, signal, exchangePorts)
      turns.responded(sent.url.host, response)
      return response
    }
    /** A request that opens a session has a turn and a time limit like any other. */
    const sendOwn: Send = async (sent, headers) => {
      const own = { deadline: nowMs() + limits.timeoutMs }
      if (!(await turns.take(sent, own))) throw tooEarly(sent.url.host)
      return send(sent, headers, own)
    }
    const openedMs = nowMs()
    const { url, headers } = await yahoo.sign(request.url, sendOwn)
    const bearer = await reddit.headersFor(url, sendOwn)
    time.deadline += nowMs() - openedMs
    const all = { ...conditional(stored), ...headers, ...bearer }
    const response = await send({ ...request, url }, all, time)
    ports.observe?.(request, response)
    if (response.status === 401 && url !== request.url) throw crumbRefused(url, yahoo)
    const answer = await answerOf(request, response, stored, disk, ports.now().toISOString())
    turns.answered(request.url.host)
    return answer
  }

  const fetchInTurn = async (request: UpstreamRequest): Promise<UpstreamAnswer> => {
    const operation = operationOf(request.url)
    const { host } = request.url
    const { timeoutMs = limits.timeoutMs } = rules[host] ?? defaultRule
    const time = { deadline: nowMs() + (request.bulk ? limits.bulkTimeoutMs : timeoutMs) }
    const attemptsMax = request.method === 'POST' ? 1 : limits.attemptsMax
    for (let tried = 1, failure: unknown; ; tried += 1) {
      if (!breaker.allows(operation, nowMs())) throw resting(request.url)
      if (!(await turns.take(request, time))) throw failure ?? tooEarly(host)
      try {
        const answer = await attempt(request, time)
        breaker.succeeded(operation)
        return answer
      } catch (error) {
        failure = error
        if (isFault(error)) breaker.failed(operation, nowMs())
        const pauseMs = backoffMs * 2 ** (tried - 1)
        if (tried >= attemptsMax || nowMs() + pauseMs >= time.deadline || !mayPass(error))
          throw error
        await ports.wait(pauseMs)
      }
    }
  }

  return {
    mode: 'live',
    // Drop the stored body too: if it was an error page, the source might keep answering 304.
    forget: (request) => diskOf(request.url)?.forget(requestKey(request)),
    fetch: (request) =>
      dailyTable(request, fetchInTurn, { disk: diskOf(request.url), quotas, nowMs: wallMs() }),
  }
}

/** Opens the disk cache of each host that may have one. */
function openDisks({
  cacheDir,
  diskDaysMax = () => Infinity,
  now,
}: LivePorts): (url: URL) => DiskCache | undefined {
  const disks = new Map<string, DiskCache>()
  return ({ hostname }) => {
    const daysMax = diskDaysMax(hostname)
    if (cacheDir === undefined || daysMax <= 0) return undefined
    const existing = disks.get(hostname)
    if (existing) return existing
    const disk = diskCache(join(cacheDir, hostname), { daysMax, now })
    disks.set(hostname, disk)
    return disk
  }
}

async function answerOf(
  request: UpstreamRequest,
  { status, url, headers, body }: Exchange,
  stored: StoredResponse | undefined,
  disk: DiskCache | undefined,
  retrievedAt: string,
): Promise<UpstreamAnswer> {
  if (status === 304 && stored) {
    const { body, asOf } = stored
    return { body, mode: 'live', asOf, retrievedAt: stored.retrievedAt }
  }
  if (!hasAnswer(status)) throw noticeIn(request, body) ?? refusal(status, url)
  checkAnswer(request, headers['content-type'] ?? null, body)
  const { etag = null, 'last-modified': lastModified = null } = headers
  const asOf = isoOrNull(lastModified)
  if (disk && request.method !== 'POST' && (etag !== null || lastModified !== null))
    await disk.write(requestKey(request), { body, etag, lastModified, asOf, retrievedAt })
  return { body, mode: 'live', asOf, retrievedAt }
}

function resting({ host }: URL): FiqError {
  return new FiqError(
    'UPSTREAM_UNAVAILABLE',
    `${host} keeps failing, so the server pauses requests to it.`,
  )
}

/** The error of an expired crumb. The next attempt fetches another. */
function crumbRefused({ host }: URL, yahoo: YahooSession): FiqError {
  yahoo.forget()
  return new FiqError('UPSTREAM_UNAVAILABLE', `${host} refuses the session of this server.`)
}

/** Whether an error concerns the source itself, not the requested item. */
function isFault(error: unknown): boolean {
  return codeOf(error) === 'UPSTREAM_UNAVAILABLE' || codeOf(error) === 'UPSTREAM_CHANGED'
}
