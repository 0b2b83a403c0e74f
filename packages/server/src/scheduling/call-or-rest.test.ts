import { expect, test } from 'vitest'
import { callOrRest } from './call-or-rest.ts'

function scene(limits = { timeoutMs: 5, restMs: 1_000 }) {
  const clock = { nowMs: 0 }
  const reported: unknown[] = []
  const call = callOrRest({
    report: (error) => reported.push((error as Error).message),
    nowMs: () => clock.nowMs,
    limits,
  })
  return { call, clock, reported }
}
const broken = () => Promise.reject(new Error('gone'))

test('default: returns the result', async () => {
  const { call } = scene()
  expect(await call(async () => 7)).toBe(7)
})

test('behavior: after a failure there are no calls for a while; it is reported once', async () => {
  const { call, clock, reported } = scene()
  let requestCount = 0
  const count = async () => ++requestCount
  expect(await call(broken)).toBeUndefined()
  expect(await call(count)).toBeUndefined()
  clock.nowMs = 1_000
  expect(await call(broken)).toBeUndefined()
  expect(reported).toEqual(['gone'])
  clock.nowMs = 2_000
  expect(await call(count)).toBe(1)
  await call(broken)
  expect(reported).toEqual(['gone', 'gone'])
})

test('error: a result after the time limit counts as missing', async () => {
  const { call, reported } = scene()
  expect(await call(() => new Promise(() => {}))).toBeUndefined()
  expect(reported).toEqual(['No answer in 5 ms.'])
})
