import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenBuckets } from './token-buckets.ts'

const rules = { 'x.org': { perSecond: 2, burst: 3 } }

test('default: allows a burst at once, then the rate', () => {
  const buckets = tokenBuckets(rules)
  const waits = Array.from({ length: 5 }, () => buckets.take('x.org', 10_000, 5_000))
  expect(waits).toEqual([0, 0, 0, 500, 1_000])
  expect(buckets.take('x.org', 20_000, 0)).toBe(0)
})

test('behavior: a caller waits no longer than its time limit', () => {
  const buckets = tokenBuckets(rules)
  for (let count = 0; count < 3; count += 1) buckets.take('x.org', 0, 0)
  expect(buckets.take('x.org', 0, 499)).toBeUndefined()
  expect(buckets.take('x.org', 0, 500)).toBe(500)
  buckets.pause('x.org', 60_000)
  expect(buckets.take('x.org', 0, 10_000)).toBeUndefined()
  expect(buckets.take('x.org', 60_000, 0)).toBe(0)
})

test('behavior: the hosts of the SEC share one limit', () => {
  const buckets = tokenBuckets()
  buckets.pause('www.sec.gov', 5_000)
  expect(buckets.take('data.sec.gov', 0, 1_000)).toBeUndefined()
  expect(buckets.take('api.worldbank.org', 0, 1_000)).toBe(0)
})

test('behavior: never exceeds burst and rate in any second', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(steps, (steps) => {
      const buckets = tokenBuckets(rules)
      let now = 0
      const sent: number[] = []
      for (const step of steps) {
        now += step
        const wait = buckets.take('x.org', now, 3_000)
        if (wait !== undefined) sent.push(now + wait)
      }
      for (const from of sent)
        expect(sent.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(5)
    }),
  )
})
