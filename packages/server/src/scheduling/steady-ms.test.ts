import { afterEach, expect, test, vi } from 'vitest'
import { steadyMs } from './steady-ms.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('default: is a whole number of Unix milliseconds', () => {
  const behindMs = Date.now() - steadyMs()
  expect(Number.isInteger(behindMs)).toBe(true)
  expect(Math.abs(behindMs)).toBeLessThan(3_600_000)
})

test('behavior: does not follow a clock that is set back', () => {
  const before = steadyMs()
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  expect(Date.now()).toBe(0)
  expect(steadyMs()).toBeGreaterThanOrEqual(before)
})
