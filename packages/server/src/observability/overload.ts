/** Queues quotes behind paid requests, and sheds them if the wait grows too long. */
export type Overload = {
  /**
   * Calls `start` when the quote may begin, in order of arrival and usually at once. Calls `shed`
   * if it has waited too long or the queue is full.
   */
  admit(start: () => void, shed: () => void): void
  /** Whether a request that arrives now would wait. */
  isBusy(): boolean
  /** Marks a paid request as running, until the returned function is called. */
  beginPaid(): () => void
}

/**
 * Maximum time for quotes in one turn of the event loop; the rest waits for the next turn. A turn
 * accepts one new connection, so short turns let payments in. While a paid request runs, only every
 * second turn takes one quote: a paid request needs some dozens of turns, and quotes in them add to
 * its latency.
 */
export const turnMsMax = 1
/** Maximum wait; longer than a short pause of the machine. */
export const waitMsMax = 1_000
/** Maximum number of waiting quotes. */
export const waitingMax = 4_000

type Waiting = { start(): void; shed(): void; since: number }

/** @param nowMs - monotonic. */
export function createOverload(nowMs: () => number = () => performance.now()): Overload {
  const waiting: Waiting[] = []
  let isStarting = false
  let turnSince: number | undefined
  let paid = 0

  const startNext = () => {
    if (turnSince === undefined) {
      turnSince = nowMs()
      // Runs after everything that arrived in this turn was read.
      setImmediate(() => {
        turnSince = undefined
      })
    }
    const next = waiting.shift()
    isStarting = next !== undefined
    if (!next) return
    try {
      // Shed a caller only after its wait. This delays the next request of a caller that ignores
      // Retry-After.
      if (nowMs() - next.since > waitMsMax) next.shed()
      else next.start()
    } finally {
      // A started request runs up to its first I/O before the next one starts: its ticks, and the
      // promises that run after the ticks.
      if (paid > 0) setImmediate(() => setImmediate(startNext))
      else if (nowMs() - turnSince < turnMsMax) process.nextTick(queueMicrotask, startNext)
      else setImmediate(startNext)
    }
  }

  return {
    admit(start, shed) {
      if (waiting.length >= waitingMax) return shed()
      waiting.push({ start, shed, since: nowMs() })
      if (!isStarting) startNext()
    },
    isBusy: () => isStarting || waiting.length > 0,
    beginPaid() {
      paid += 1
      return () => {
        paid -= 1
      }
    },
  }
}
