import { setImmediate } from 'node:timers/promises'

/** How long work that nobody waits for may keep the requests of others waiting. */
const turnMs = 10

/** The items one by one, and a turn for everybody else whenever they took long. */
export async function* inTurns<item>(items: Iterable<item>): AsyncGenerator<item> {
  let beganMs = performance.now()
  for (const item of items) {
    if (performance.now() - beganMs > turnMs) {
      await setImmediate()
      beganMs = performance.now()
    }
    yield item
  }
}
