import { describe, expect, test } from 'vitest'
import { RateLimitedError, rateLimitFields } from './rate-limited.ts'

const quota = { requestsPerMinute: 600 }

describe('rateLimitFields', () => {
  test('default: returns quota and window, the remaining requests and seconds', () => {
    const verdict = { allowed: true, remaining: 599, retryAfterMicros: 0, resetMicros: 100_000 }
    expect(rateLimitFields(quota, verdict)).toEqual({
      'ratelimit-policy': '"minute";q=600;w=60',
      ratelimit: '"minute";r=599;t=1',
    })
  })
})

describe('RateLimitedError', () => {
  const verdict = { allowed: false, remaining: 0, retryAfterMicros: 1, resetMicros: 60_000_000 }

  test('default: states when to retry, in whole seconds, never zero', () => {
    const error = new RateLimitedError(quota, verdict, { pays: false })
    expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429, funds: 'untouched' })
    expect(error.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"minute";r=0;t=60' })
  })

  test('behavior: for a payment, states that it must be sent again', () => {
    const error = new RateLimitedError(quota, verdict, { pays: true })
    expect(error.funds).toBe('at-risk')
    expect(error.remedy).toContain('same payment')
  })
})
