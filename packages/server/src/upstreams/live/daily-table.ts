import { hasCode } from '@fiq/shared/errors'
import { requestKey } from '../request-key.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../transport.ts'
import type { DailyQuotas } from './daily-quotas.ts'
import type { DiskCache } from './disk-cache.ts'
import { rateLimited } from './refusals.ts'

type TablePorts = {
  disk: DiskCache | undefined
  quotas: DailyQuotas
  /** The wall clock, which defines days. */
  nowMs: number
}

const dayMs = 86_400_000

/**
 * Fetches a table that its source sends a few times a day at most: see `perDay` of the request. A
 * response on disk answers for a day. Without a connection, nothing is counted. Other requests are
 * fetched unchanged.
 *
 * @throws FiqError `UPSTREAM_RATE_LIMITED` if the responses of the day are used up, and those of
 * `fetch`
 */
export async function dailyTable(
  request: UpstreamRequest,
  fetch: (request: UpstreamRequest) => Promise<UpstreamAnswer>,
  { disk, quotas, nowMs }: TablePorts,
): Promise<UpstreamAnswer> {
  const { perDay } = request
  if (perDay === undefined) return fetch(request)
  const key = requestKey(request)
  const stored = await disk?.read(key)
  if (stored && nowMs - Date.parse(stored.retrievedAt) < dayMs) {
    const { body, asOf, retrievedAt } = stored
    return { body, mode: 'live', asOf, retrievedAt }
  }
  if (quotas.isSpent(key, perDay, nowMs))
    throw rateLimited(
      request.url.host,
      `this table is fetched at most ${perDay} times a day; the next time is after midnight UTC`,
    )
  try {
    const answer = await fetch(request)
    quotas.spend(key, perDay, nowMs)
    const { body, asOf, retrievedAt } = answer
    await disk?.write(key, { body, asOf, retrievedAt, etag: null, lastModified: null })
    return answer
  } catch (error) {
    const isResponse = !hasCode(error, 'UPSTREAM_UNAVAILABLE')
    if (isResponse) quotas.spend(key, perDay, nowMs)
    throw error
  }
}
