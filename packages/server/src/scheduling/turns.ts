/**
 * Divides synchronous work into turns of the event loop, so that other requests are served in
 * between. One instance serves the whole process: all work shares the time of a turn.
 */
export type Turns = {
  /**
   * Call before each piece of work. Returns `undefined` while the turn has time left, otherwise a
   * promise for the turn of the piece. Pieces run in the order of their calls.
   */
  next(): Promise<void> | undefined
  /**
   * Like {@link Turns.next}, for work that begins in a later promise. Such work takes no time
   * before its promise, so a turn would admit any number of pieces. Admits only a few; the others
   * wait until these have run.
   */
  nextDeferred(): Promise<void> | undefined
  /** Resolves in a later turn, after every piece that waits now has had its turn. */
  afterAll(): Promise<void>
  /** Number of waiting pieces. */
  readonly waiting: number
}

/** Maximum time that the work of a turn delays other requests, apart from its last piece. */
const turnMs = 10
/** Number of deferred pieces in a turn that begin without waiting. */
const deferredMax = 4

/** @param ms - Length of a turn in milliseconds; 0 gives each piece a turn of its own. */
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
    // Work that did not wait has already used the time of this turn.
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
    // Work that arrives before the next turn has its own time.
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

/** The turns of this process. */
export const turns = createTurns()
