import { expect, test } from 'vitest'
import { cacheBriefly } from './cache-briefly.ts'

test('default: reads once for all callers, and again after a while', async () => {
  const clock = { nowMs: 0 }
  const requests: string[] = []
  const load = async (key: string) => requests.push(key)
  const kept = cacheBriefly(load, { storedMs: 100, nowMs: () => clock.nowMs })
  expect(await Promise.all([kept('a'), kept('a'), kept('b')])).toEqual([1, 1, 2])
  clock.nowMs = 99
  expect(await kept('a')).toBe(1)
  clock.nowMs = 100
  expect(await kept('a')).toBe(3)
})

test('error: does not cache failures', async () => {
  let fails = true
  const load = async () => {
    if (fails) throw new Error('no')
    return 1
  }
  const kept = cacheBriefly(load, { storedMs: 100, nowMs: () => 0 })
  await expect(kept('a')).rejects.toThrow('no')
  fails = false
  expect(await kept('a')).toBe(1)
})
