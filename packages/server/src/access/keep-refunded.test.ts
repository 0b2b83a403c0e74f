import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepRefunded, unansweredMs } from './keep-refunded.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['alone, it gives back all that is unanswered at the start', true, 0],
  ['beside others, only what none of them can still be answering', false, unansweredMs],
])('default: %s; then, once a minute, what is old', async (_, isAlone, ageMs) => {
  const untils: number[] = []
  const reported: unknown[] = []
  let isDown = false
  const timer = await keepRefunded({
    store: {
      async refundUnanswered({ until }) {
        if (isDown) throw new Error('down')
        untils.push(until)
        return 0
      },
    },
    isAlone,
    nowMs: () => 1_000_000,
    report: (error) => void reported.push(error),
  })
  expect(untils).toEqual([1_000_000 - ageMs])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(untils.at(-1)).toBe(1_000_000 - unansweredMs)
  isDown = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reported).toEqual([new Error('down')])
  clearInterval(timer)
})
