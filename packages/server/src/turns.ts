import { setImmediate } from 'node:timers/promises'

/**
 * Work that is long enough to have a turn of the event loop for itself, one piece a turn: requests
 * of others are answered between any two pieces, whoever waits for them.
 */
export function openTurns(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const own = last.then(() => setImmediate())
    last = own
    return own
  }
}
