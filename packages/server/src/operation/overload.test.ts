import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { arrivalsMin, isTooLate, openOverload, turnMsMax } from './overload.ts'

/** Keeps the loop busy, with requests or without. */
async function busyLoop(each: () => void) {
  const until = performance.now() + 2_400
  while (performance.now() < until) {
    const turn = performance.now() + 2 * turnMsMax
    while (performance.now() < turn) Math.sqrt(turn)
    each()
    await setTimeout(0)
  }
}

test('default: requests that keep the loop busy are overload, until it turns again', async () => {
  const overload = openOverload()
  await setTimeout(450)
  expect(overload.isOverloaded()).toBe(false)
  await busyLoop(() => {})
  expect(overload.isOverloaded()).toBe(false)
  await busyLoop(() => {
    for (let n = 0; n < arrivalsMin; n++) overload.arrived()
  })
  expect(overload.isOverloaded()).toBe(true)
  await expect.poll(overload.isOverloaded, { timeout: 10_000 }).toBe(false)
  overload.close()
})

test.each([
  [10, false],
  [110, false],
  [111, true],
  // No timer ran within the window.
  [Number.NaN, true],
])('behavior: a mean of %d ms is overload: %s', (mean, is) => expect(isTooLate(mean)).toBe(is))
