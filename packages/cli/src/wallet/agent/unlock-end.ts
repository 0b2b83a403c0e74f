/** Rounding alone makes two clocks differ by up to a millisecond, and corrections by more. */
const setBackMsMin = 1_000

/**
 * The end of the unlock time, in Unix milliseconds. A clock that is set back moves it forward by as
 * much, measured against a monotonic clock, so setting the clock does not extend the time. A
 * sleeping machine stops the second clock; the first one ends the time after that.
 *
 * @param elapsed - Milliseconds of a monotonic clock.
 */
export function unlockEnd(until: number, now: () => number, elapsed: () => number): () => number {
  const start = now() - elapsed()
  return () => {
    const setBackMs = start - (now() - elapsed())
    return setBackMs < setBackMsMin ? until : Math.round(until - setBackMs)
  }
}
