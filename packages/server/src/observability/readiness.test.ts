import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

function ports() {
  const state = { now: 0, draining: false, problems: [] as unknown[] }
  return {
    state,
    nowMs: () => state.now,
    isDraining: () => state.draining,
    report: (error: unknown) => void state.problems.push(error),
  }
}

test('default: is ready if every check passes; runs them once per second', async () => {
  const world = ports()
  let requestCount = 0
  const ready = createReadiness([{ name: 'store', check: async () => (requestCount += 1) }], world)
  expect(await ready()).toEqual({ ready: true, checks: { store: 'ok' } })
  await ready()
  expect(requestCount).toBe(1)
  world.state.now = 1_001
  await ready()
  expect(requestCount).toBe(2)
})

test('error: names the failed check, whose reason is only in the log', async () => {
  const world = ports()
  const broken = new Error('postgres://user:secret@host')
  const ready = createReadiness(
    [
      { name: 'store', check: () => Promise.reject(broken) },
      { name: 'settlement', check: async () => undefined },
    ],
    world,
  )
  expect(await ready()).toEqual({ ready: false, checks: { store: 'failing', settlement: 'ok' } })
  expect(world.state.problems).toEqual([broken])
})

test('behavior: a server that shuts down is not ready, whatever the checks', async () => {
  const world = ports()
  world.state.draining = true
  expect(await createReadiness([], world)()).toEqual({
    ready: false,
    checks: { server: 'shutting down' },
  })
})
