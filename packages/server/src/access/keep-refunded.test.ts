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
  await vi.advanceTimersByTimeAsync(unansweredMs)
  expect(untils.slice(1)).toEqual([1_000_000 - unansweredMs])
  isDown = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reported).toEqual([new Error('down')])
  clearInterval(timer)
})

test.each([
  ['forward, what is under way is not taken for old', 6 * 3_600_000, 1_000_000],
  ['back, nothing is given back that is not old by both', -600_000, 1_000_000],
])('behavior: when the clock is set %s', async (_, jumpMs, untilMax) => {
  const untils: number[] = []
  const clock = { ms: 1_000_000 }
  const timer = await keepRefunded({
    store: { refundUnanswered: async ({ until }) => untils.push(until) },
    isAlone: true,
    nowMs: () => clock.ms,
    report: (error) => expect.unreachable(String(error)),
  })
  await vi.advanceTimersByTimeAsync(unansweredMs - 60_000)
  clock.ms += jumpMs
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(untils.length).toBeGreaterThan(1)
  for (const until of untils) expect(until).toBeLessThanOrEqual(untilMax)
  clearInterval(timer)
})
