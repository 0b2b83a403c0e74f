import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Quota, takeFrom, type Verdict } from './gcra.ts'
import { createMemoryRateLimit } from './rate-limit.ts'

const three: Quota = { requestsPerMinute: 3 }

describe('openMemoryRateLimit', () => {
  test('default: callers have separate quotas', () => {
    const limit = createMemoryRateLimit(() => 1_000_000)
    const taken = ['a', 'a', 'b', 'a', 'a', 'b'].map(
      (key) => (limit.take(key, three) as Verdict).allowed,
    )
    expect(taken).toEqual([true, true, true, true, false, true])
    expect((limit.peek('a', three) as Verdict).allowed).toBe(false)
    expect((limit.peek('b', three) as Verdict).remaining).toBe(1)
  })

  test('behavior: forgetting a caller never changes its next result', () => {
    const visits = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c'),
        gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 70_000_000 })),
      }),
      { maxLength: 80 },
    )
    fc.assert(
      fc.property(visits, fc.integer({ min: 1, max: 7 }), (each, requestsPerMinute) => {
        let now = 1_700_000_000_000_000
        const limit = createMemoryRateLimit(() => now)
        const kept = new Map<string, number>()
        for (const { key, gap } of each) {
          now += gap
          const { usedUntil, ...expected } = takeFrom(
            { requestsPerMinute },
            kept.get(key) ?? 0,
            now,
          )
          kept.set(key, usedUntil)
          expect(limit.take(key, { requestsPerMinute })).toMatchObject(expected)
        }
      }),
    )
  })

  test('behavior: memory is limited for any set of callers', () => {
    let now = 0
    const limit = createMemoryRateLimit(() => now, { callersMax: 100 })
    for (let index = 0; index < 10_000; index++) limit.take(`k${index}`, three)
    expect(limit.size).toBeLessThanOrEqual(200)
    now += 121_000_000
    limit.take('one', three)
    expect(limit.size).toBe(1)
  })
})
