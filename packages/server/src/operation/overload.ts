/** Lets quotes wait for those who have paid, and refuses them when the wait grows too long. */
export type Overload = {
  /**
   * Calls `start` when it may begin, in the order of arrival, as a rule at once; or `shed`, when
   * there is more to do than can be kept up with.
   */
  admit(start: () => void, shed: () => void): void
}

/**
 * In one turn of the event loop so much time goes to quotes at most; what is left waits for the
 * next. A paid request takes a handful of turns, so this bounds what quotes can cost it.
 */
export const turnMsMax = 4
/** Quotes that would wait longer are refused. Longer than a hiccup of the machine. */
export const waitMsMax = 1_000
/** However quickly they come. */
export const waitingMax = 4_000

/** @param nowMs - monotonic. */
export function openOverload(nowMs: () => number = () => performance.now()): Overload {
  const waiting: { start(): void; since: number }[] = []
  let isStarting = false
  let turnSince: number | undefined

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
      next.start()
    } finally {
      // What was started runs up to its first wait for the world before the next one is.
      if (nowMs() - turnSince < turnMsMax) process.nextTick(startNext)
      else setImmediate(startNext)
    }
  }

  return {
    admit(start, shed) {
      const since = nowMs()
      const isLate = since - (waiting[0]?.since ?? since) > waitMsMax
      if (isLate || waiting.length >= waitingMax) return shed()
      waiting.push({ start, since })
      if (!isStarting) startNext()
    },
  }
}
