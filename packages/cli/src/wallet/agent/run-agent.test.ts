import { expect, test } from 'vitest'
import { unlockEnd } from './run-agent.ts'

const hour = 3_600_000

/** Whether a wallet that is unlocked for eight hours is locked, after each step of both clocks. */
function locked(...steps: readonly [clockMs: number, elapsedMs: number][]): boolean[] {
  let [clock, elapsed] = [100 * hour, 7]
  const end = unlockEnd(
    clock + 8 * hour,
    () => clock,
    () => elapsed,
  )
  return steps.map(([byClock, byElapsed]) => {
    clock += byClock
    elapsed += byElapsed
    return clock >= end()
  })
}

test('default: ends after its time', () => {
  expect(locked([8 * hour - 1, 8 * hour - 1], [1, 1])).toEqual([false, true])
})

test('behavior: a clock that is set an hour back does not extend it', () => {
  expect(locked([-hour, 0], [8 * hour - 1, 8 * hour - 1], [1, 1])).toEqual([false, false, true])
})

test('behavior: a clock that is set a day forward ends it', () => {
  expect(locked([24 * hour, 0])).toEqual([true])
})

test('behavior: the time of a sleeping machine counts', () => {
  expect(locked([8 * hour, 0])).toEqual([true])
})

test('behavior: the end stays exact if the two clocks round differently', () => {
  const clocks = [100.9, 101.2, 102.7, 5_000.4]
  const end = unlockEnd(
    9_000,
    () => Math.floor(clocks[0]!),
    () => clocks[0]!,
  )
  for (; clocks.length > 0; clocks.shift()) expect(end()).toBe(9_000)
})
