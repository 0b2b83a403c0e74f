import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { someAtATime } from './some-at-a-time.ts'

test('default: runs at most the limit at once, in order, and a failure frees its place', async () => {
  const turn = someAtATime(2)
  const begun: number[] = []
  let most = 0
  let under = 0
  const run = (index: number) =>
    turn(async () => {
      begun.push(index)
      under += 1
      most = Math.max(most, under)
      await setImmediate()
      under -= 1
      if (index % 3 === 0) throw new Error(String(index))
      return index
    })
  const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map(run))
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    ...[false, true, true, false, true, true, false],
  ])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(most).toBe(2)
})
