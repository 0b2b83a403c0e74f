import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { peekAt, takeFrom } from './gcra.ts'

/**
 * The same rule in a slow form: tokens in a bucket, one new token per interval since it was last
 * full, counted in exact fractions of a token.
 */
function bucket(perMinute: number) {
  const interval = BigInt(Math.ceil(60_000_000 / perMinute))
  const full = BigInt(perMinute) * interval
  let level = full
  let last = 0n
  return (now: number) => {
    level += BigInt(now) - last
    last = BigInt(now)
    if (level > full) level = full
    if (level < interval) return { allowed: false, remaining: 0, wait: Number(interval - level) }
    level -= interval
    return { allowed: true, remaining: Number(level / interval), wait: 0 }
  }
}

const arrivals = fc.record({
  perMinute: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 })),
  gaps: fc.array(
    fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 2_000 }),
      fc.integer({ min: 0, max: 90_000_000 }),
    ),
    { maxLength: 120 },
  ),
})

describe('takeFrom', () => {
  test('default: allows a quota at once, then one per interval', () => {
    let usedUntil = 0
    const at = (now: number) => {
      const verdict = takeFrom({ requestsPerMinute: 3 }, usedUntil, now)
      usedUntil = verdict.usedUntil
      return [verdict.allowed, verdict.remaining, verdict.retryAfterMicros, verdict.resetMicros]
    }
    expect([at(0), at(0), at(0), at(0), at(20_000_000), at(20_000_001)]).toEqual([
      [true, 2, 0, 20_000_000],
      [true, 1, 0, 40_000_000],
      [true, 0, 0, 60_000_000],
      [false, 0, 20_000_000, 60_000_000],
      [true, 0, 0, 60_000_000],
      [false, 0, 19_999_999, 59_999_999],
    ])
  })

  test('behavior: decides like a bucket of tokens, for every rate and every arrival', () => {
    fc.assert(
      fc.property(arrivals, ({ perMinute, gaps }) => {
        const model = bucket(perMinute)
        let now = 1_700_000_000_000_000
        let usedUntil = 0
        model(0)
        // By now the first request, at time zero, has no effect.
        for (const gap of gaps) {
          now += gap
          const peeked = peekAt({ requestsPerMinute: perMinute }, usedUntil, now)
          const verdict = takeFrom({ requestsPerMinute: perMinute }, usedUntil, now)
          usedUntil = verdict.usedUntil
          expect({
            allowed: verdict.allowed,
            remaining: verdict.remaining,
            wait: verdict.retryAfterMicros,
          }).toEqual(model(now))
          expect(peeked.allowed).toBe(verdict.allowed)
          expect(peeked.retryAfterMicros).toBe(verdict.retryAfterMicros)
          if (verdict.allowed) expect(peeked.remaining).toBe(verdict.remaining + 1)
          expect(Number.isSafeInteger(usedUntil)).toBe(true)
        }
      }),
    )
  })

  test('behavior: admits a caller exactly after the required wait', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (perMinute) => {
        const quota = { requestsPerMinute: perMinute }
        let usedUntil = 0
        for (let index = 0; index < perMinute; index++)
          usedUntil = takeFrom(quota, usedUntil, 1_000).usedUntil
        const { allowed, retryAfterMicros } = takeFrom(quota, usedUntil, 1_000)
        expect(allowed).toBe(false)
        expect(takeFrom(quota, usedUntil, 1_000 + retryAfterMicros).allowed).toBe(true)
        expect(takeFrom(quota, usedUntil, 1_000 + retryAfterMicros - 1).allowed).toBe(false)
      }),
      { numRuns: 30 },
    )
  })
})

describe('units of work', () => {
  const quota = { requestsPerMinute: 60, burst: 10 }

  test('default: a request uses as many intervals as it has units, within the burst', () => {
    const first = takeFrom(quota, 0, 0, 6)
    expect(first).toMatchObject({ allowed: true, retryAfterMicros: 0 })
    const second = takeFrom(quota, first.usedUntil, 0, 5)
    expect(second).toMatchObject({ allowed: false, retryAfterMicros: 1_000_000 })
    expect(peekAt(quota, first.usedUntil, 0, 5).allowed).toBe(false)
    expect(takeFrom(quota, first.usedUntil, 1_000_000, 5).allowed).toBe(true)
  })

  test('behavior: a request with more units than the burst uses all of it', () => {
    const { allowed, usedUntil } = takeFrom(quota, 0, 0, 1_000)
    expect([allowed, usedUntil]).toEqual([true, 10_000_000])
    expect(takeFrom(quota, usedUntil, 0, 1).allowed).toBe(false)
  })
})
