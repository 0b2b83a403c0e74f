import { defined } from '@fiq/shared/defined'
import { type ErrorCode, FiqError } from '@fiq/shared/errors'

/**
 * The error for a status. Upstreams use 404 for missing items, 204 for an empty list, and 401 for a
 * refused key.
 */
export function refusal(status: number, { host, pathname }: URL): FiqError {
  const detail = { facts: [`Address: ${host}${pathname}`, `Status: ${status}`] }
  if (status === 404 || status === 410 || status === 204)
    return new FiqError('NOT_FOUND', `${host} does not know the requested item.`, detail)
  if (status === 429) return rateLimited(host, 'status 429')
  if (status === 401)
    return new FiqError('NOT_CONFIGURED', `${host} refuses the key of this server.`, detail)
  if (status === 403 || status >= 500)
    return new FiqError('UPSTREAM_UNAVAILABLE', `${host} refuses to answer.`, detail)
  return new FiqError('UPSTREAM_CHANGED', `${host} answered with status ${status}.`, detail)
}

/** The error of a host whose limit prevents a request. */
export function rateLimited(host: string, reason: string): FiqError {
  return new FiqError('UPSTREAM_RATE_LIMITED', `${host} limits the requests of this server.`, {
    facts: [`Reason: ${reason}`],
  })
}

const retryAfterDefaultMs = 5_000
const retryAfterMaxMs = 3_600_000

/** Parses `Retry-After` in seconds or as a date. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (header === undefined) return retryAfterDefaultMs
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs
  return Number.isNaN(ms) ? retryAfterDefaultMs : Math.min(Math.max(ms, 0), retryAfterMaxMs)
}

/** An HTTP date as ISO 8601; `null` for a missing or another text. */
export function isoOrNull(time: string | null): string | null {
  const ms = time === null ? Number.NaN : Date.parse(time)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

/** Headers by which a source answers 304 if a stored response is still current. */
export function conditional(
  stored: { etag?: string | null | undefined; lastModified?: string | null | undefined } = {},
): Record<string, string> {
  const { etag, lastModified } = stored
  const fields = {
    'if-none-match': etag ?? undefined,
    'if-modified-since': lastModified ?? undefined,
  }
  return defined(fields)
}

/** The code of an error; `INTERNAL` for an unexpected one. */
export function codeOf(error: unknown): ErrorCode {
  return error instanceof FiqError ? error.code : 'INTERNAL'
}

/**
 * Whether an error may be temporary. After status 429 the host pauses until the stated time; then
 * the request is retried or fails.
 */
export function mayPass(error: unknown): boolean {
  return codeOf(error) === 'UPSTREAM_UNAVAILABLE' || codeOf(error) === 'UPSTREAM_RATE_LIMITED'
}
