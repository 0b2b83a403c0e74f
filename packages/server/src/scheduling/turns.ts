/**
 * Divides synchronous work into turns of the event loop, so that other requests are read and
 * answered in between. One instance serves the whole process: all work shares the time of a turn.
 */
export type Turns = {
  /**
   * Call before each piece of work. `undefined` while the turn has time left, otherwise a promise
   * for the piece's turn. Pieces run in order of their calls.
   */
  next(): Promise<void> | undefined
  /**
   * The same before work that begins in a later promise, when the turn would have time left for any
   * number of pieces: only a few pass, and the others wait until these have run.
   */
  nextDeferred(): Promise<void> | undefined
  /** Resolves in a later turn, when every piece that waits now has had its own. */
  afterAll(): Promise<void>
  /** Pieces that wait. */
  readonly waiting: number
}

/** How long the work of a turn may keep the requests of others waiting, the last piece apart. */
const turnMs = 10
/** Deferred pieces of a turn that begin without waiting for each other. */
const deferredMax = 4

/** @param ms - Length of a turn; 0 gives each piece a turn of its own. */
export function createTurns(ms = turnMs): Turns {
  let waiting: (() => void)[] = []
  let at = 0
  let beganMs: number | undefined
  let isArmed = false
  let deferred = 0

  const isOver = () => performance.now() - beganMs! >= ms
  const arm = () => {
    if (!isArmed) setImmediate(beginNext)
    isArmed = true
  }
  const begin = () => {
    beganMs = performance.now()
    deferred = 0
    arm()
  }
  const beginNext = () => {
    isArmed = false
    const isUsed = beganMs !== undefined && isOver()
    beganMs = undefined
    if (waiting.length === at) return
    // Work that did not wait took the time of this turn already.
    if (isUsed) return arm()
    begin()
    runOne()
  }
  const runOne = () => {
    const piece = waiting[at]!
    at += 1
    if (at === waiting.length) {
      waiting = []
      at = 0
    }
    piece()
    // A piece includes the promises that it settles, until it waits for I/O.
    queueMicrotask(() => process.nextTick(runAnother))
  }
  const runAnother = () => {
    if (beganMs !== undefined && waiting.length > at && !isOver()) return runOne()
    // Work that arrives before the next turn has time of its own.
    beganMs = undefined
  }
  const wait = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      arm()
    })

  const next = () => {
    if (beganMs === undefined) begin()
    return isOver() ? wait() : undefined
  }

  return {
    next,
    nextDeferred() {
      if (beganMs === undefined) begin()
      deferred += 1
      return deferred > deferredMax ? wait() : next()
    },
    async afterAll() {
      await new Promise((resolve) => setImmediate(resolve))
      if (waiting.length > at) await wait()
    },
    get waiting() {
      return waiting.length - at
    },
  }
}

/** Those of this process. */
export const turns = createTurns()
