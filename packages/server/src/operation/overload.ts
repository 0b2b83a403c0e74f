import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Has the server more to do than it can keep up with? */
export type Overload = {
  /** Counts a request. */
  arrived(): void
  isOverloaded(): boolean
  close(): void
}

/**
 * Turns of the event loop longer than this on average, over {@link windowMs}: work is waiting. A
 * paid request waits for a few turns, so this keeps its wait in bounds.
 */
export const turnMsMax = 100
const windowMs = 200
/** One late window is a hiccup of the machine. */
const windowsLate = 2
/** Fewer requests in a window do not keep the loop busy; what does is our own, a list being read. */
export const arrivalsMin = 50
/** The monitor's own grain; an idle loop shows it as delay. */
const resolutionMs = 10

/** Watches the delay of the event loop. Costs nothing on the path of a request. */
export function openOverload(): Overload {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  let late = 0
  let arrivals = 0
  const timer = setInterval(() => {
    late = isTooLate(delay.mean / 1e6) && arrivals >= arrivalsMin ? late + 1 : 0
    arrivals = 0
    delay.reset()
  }, windowMs)
  timer.unref()
  return {
    arrived() {
      arrivals += 1
    },
    isOverloaded: () => late >= windowsLate,
    close() {
      clearInterval(timer)
      delay.disable()
    },
  }
}

/** @param meanMs - mean delay of a timer, its grain included; `NaN` when none ran at all. */
export function isTooLate(meanMs: number): boolean {
  return !(meanMs - resolutionMs <= turnMsMax)
}
