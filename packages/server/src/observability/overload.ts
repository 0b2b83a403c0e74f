/** Lets quotes wait for those who have paid, and refuses them when the wait grows too long. */
export type Overload = {
  /**
   * Calls `start` when it may begin, in the order of arrival, as a rule at once; or `shed`, when it
   * has waited too long, or more wait than can be remembered.
   */
  admit(start: () => void, shed: () => void): void
  /** Whether a request that arrives now would wait. */
  isBusy(): boolean
  /** Something paid is under way, until what is returned is called. */
  beginPaid(): () => void
}

/**
 * In one turn of the event loop so much time goes to quotes at most; what is left waits for the
 * next. A turn takes in one new connection, so short ones let payments in. While something paid is
 * under way it is one quote every second turn: a paid request takes some dozens of turns, and what
 * quotes add to them is added to its latency.
 */
export const turnMsMax = 1
/** Longer than a hiccup of the machine. */
export const waitMsMax = 1_000
/** However quickly they come. */
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
      // Runs when everything that has arrived in this turn was looked at.
      setImmediate(() => {
        turnSince = undefined
      })
    }
    const next = waiting.shift()
    isStarting = next !== undefined
    if (!next) return
    try {
      // Who is refused is told when its time is over and no sooner: the next question of somebody
      // who does not care for Retry-After comes that much later.
      if (nowMs() - next.since > waitMsMax) next.shed()
      else next.start()
    } finally {
      // What was started runs up to its first wait for the world before the next one is: its ticks,
      // and the promises that are run when there are no ticks left.
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
