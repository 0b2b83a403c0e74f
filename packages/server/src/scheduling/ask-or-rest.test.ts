import { expect, test } from 'vitest'
import { askOrRest } from './ask-or-rest.ts'

function scene(limits = { timeoutMs: 5, restMs: 1_000 }) {
  const clock = { nowMs: 0 }
  const reported: unknown[] = []
  const ask = askOrRest({
    report: (error) => reported.push((error as Error).message),
    nowMs: () => clock.nowMs,
    limits,
  })
  return { ask, clock, reported }
}
const broken = () => Promise.reject(new Error('gone'))

test('default: the answer', async () => {
  const { ask } = scene()
  expect(await ask(async () => 7)).toBe(7)
})

test('behavior: after a failure nobody asks for a while; it is told once', async () => {
  const { ask, clock, reported } = scene()
  let asked = 0
  const count = async () => ++asked
  expect(await ask(broken)).toBeUndefined()
  expect(await ask(count)).toBeUndefined()
  clock.nowMs = 1_000
  expect(await ask(broken)).toBeUndefined()
  expect(reported).toEqual(['gone'])
  clock.nowMs = 2_000
  expect(await ask(count)).toBe(1)
  await ask(broken)
  expect(reported).toEqual(['gone', 'gone'])
})

test('error: no answer in time is none', async () => {
  const { ask, reported } = scene()
  expect(await ask(() => new Promise(() => {}))).toBeUndefined()
  expect(reported).toEqual(['No answer in 5 ms.'])
})
