import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { isProcessAlive, uptimeMs } from './is-process-alive.ts'

describe('isProcessAlive', () => {
  test('default: this process is alive, an ended one is not', () => {
    expect(isProcessAlive(process.pid)).toBe(true)
    expect(isProcessAlive(spawnSync(process.execPath, ['--version']).pid)).toBe(false)
  })

  test('behavior: a process of another user counts as alive', () => {
    const refuse = () => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
    }
    expect(isProcessAlive(1, refuse)).toBe(true)
  })
})

test('default: the uptime is whole milliseconds and advances with a monotonic clock', async () => {
  const [ran, at] = [uptimeMs(), performance.now()]
  await new Promise((resolve) => setTimeout(resolve, 200))
  const [after, elapsed] = [uptimeMs() - ran, performance.now() - at]
  expect(Number.isInteger(ran)).toBe(true)
  expect(Math.abs(after - elapsed)).toBeLessThan(100)
})
