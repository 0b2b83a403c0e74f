import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { peekAt, type Quota, takeFrom } from '../gcra.ts'
import type { RateLimit } from '../rate-limit.ts'

const visits = fc.array(
  fc.record({
    key: fc.constantFrom('a', 'b'),
    gap: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 2_000 }),
      fc.integer({ min: 0, max: 70_000_000 }),
    ),
    looks: fc.boolean(),
  }),
  { maxLength: 40 },
)
const quotas = fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 1_000_000_000 }))

/**
 * Tests of every rate limit, wherever it stores its numbers: the same decisions, to the
 * microsecond.
 *
 * @param open - Opens it with a clock of the test. Each call is another instance on the same
 * numbers.
 */
export function describeRateLimit(
  name: string,
  open: (nowMicros: () => number) => RateLimit,
): void {
  describe(`the rate limit: ${name}`, () => {
    test('default: what the rule says, for every quota and every arrival', async () => {
      const property = fc.asyncProperty(visits, quotas, async (each, requestsPerMinute) => {
        const quota: Quota = { requestsPerMinute }
        const run = randomUUID()
        let now = 1_700_000_000_000_000
        const limit = open(() => now)
        const kept = new Map<string, number>()
        for (const { key, gap, looks } of each) {
          now += gap
          const usedUntil = kept.get(key) ?? 0
          if (looks) {
            expect(await limit.peek(`${run}:${key}`, quota)).toEqual(peekAt(quota, usedUntil, now))
            continue
          }
          const { usedUntil: next, ...verdict } = takeFrom(quota, usedUntil, now)
          kept.set(key, next)
          expect(await limit.take(`${run}:${key}`, quota)).toMatchObject(verdict)
        }
      })
      await fc.assert(property, { numRuns: 40 })
    })

    test('behavior: units given back may be taken again, and never more than the quota', async () => {
      const limit = open(() => 1_700_000_000_000_000)
      const key = randomUUID()
      const quota = { requestsPerMinute: 10 }
      const take = async (units: number) => (await limit.take(key, quota, units)).allowed
      expect([await take(7), await take(4)]).toEqual([true, false])
      await take(-7)
      expect([await take(10), await take(1)]).toEqual([true, false])
      await take(-10)
      await take(-10)
      expect([await take(10), await take(1)]).toEqual([true, false])
    })

    test('behavior: of many at once, as many as the quota are let in', async () => {
      const limit = open(() => 1_700_000_000_000_000)
      const key = randomUUID()
      const quota = { requestsPerMinute: 10 }
      const verdicts = await Promise.all(Array.from({ length: 60 }, () => limit.take(key, quota)))
      const allowed = verdicts.filter((verdict) => verdict.allowed)
      expect(allowed.map(({ remaining }) => remaining).sort()).toEqual([
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
      ])
    })
  })
}
