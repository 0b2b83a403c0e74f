import { expect, test } from 'vitest'
import { createSchedule } from './schedule.ts'
import type { Phase, WatchState } from './state.ts'
import { pollingScene, start, stateWith } from './testing/watch-scene.ts'

function scheduled() {
  const { pass, ports } = pollingScene()
  let state: WatchState = stateWith()
  let polls = 0
  const store = {
    read: () => state,
    update(changes: Partial<WatchState>) {
      state = { ...state, ...changes }
    },
  }
  const poll = () => {
    polls += 1
  }
  const schedule = createSchedule(store, poll, ports)
  return { schedule, pass, polls: () => polls, kind: () => state.phase.kind }
}
const waiting = (ms: number): Phase => ({ kind: 'waiting', until: start + ms })

test('default: polls when the phase ends', async () => {
  const { schedule, pass, polls } = scheduled()
  schedule.enter(waiting(60_000))
  await pass(59_000)
  expect(polls()).toBe(0)
  await pass(1_000)
  expect(polls()).toBe(1)
})

test('behavior: waits longer than one timer can', async () => {
  const { schedule, pass, polls } = scheduled()
  const day = 86_400_000
  schedule.enter(waiting(3 * day))
  for (let days = 0; days < 2; days += 1) await pass(day)
  expect(polls()).toBe(0)
  await pass(day)
  expect(polls()).toBe(1)
})

test('behavior: a phase that is entered in a pause waits for its end', async () => {
  const { schedule, pass, polls, kind } = scheduled()
  schedule.enter({ kind: 'paused' })
  schedule.enter(waiting(60_000))
  await pass(50_000)
  expect([kind(), polls()]).toEqual(['paused', 0])
  schedule.resume()
  expect(kind()).toBe('waiting')
  await pass(10_000)
  expect(polls()).toBe(1)
})

test('behavior: the end of a pause polls at once only if a poll is due', async () => {
  const { schedule, pass, polls } = scheduled()
  schedule.resume()
  expect(polls()).toBe(0)
  schedule.enter(waiting(60_000))
  schedule.enter({ kind: 'paused' })
  await pass(60_000)
  expect(polls()).toBe(0)
  schedule.resume()
  expect(polls()).toBe(1)
})
