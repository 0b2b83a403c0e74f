import type { PollingPorts } from './ports.ts'
import type { Store } from './queries.ts'
import type { Phase } from './state.ts'

/** Maximum time of a timer. A longer wait uses several. */
const waitMsMax = 86_400_000

export type Schedule = {
  /** Enters a phase. A phase that ends by itself is followed by a poll, except in a pause. */
  enter(phase: Phase): void
  /** Runs something after a short wait, which replaces that for the poll. */
  afterWait(ms: number, run: () => void): void
  /** Ends the wait. */
  cancel(): void
  /** Ends a pause. The next poll comes when it would have been due without the pause. */
  resume(): void
}

/** Waits for the next poll, one wait at a time. */
export function createSchedule(store: Store, poll: () => void, ports: PollingPorts): Schedule {
  let cancel = () => {}
  let isPaused = false
  /** The phase that a pause replaces. */
  let due: Extract<Phase, { until: number }> | undefined
  const enter = (phase: Phase) => {
    cancel()
    isPaused ||= phase.kind === 'paused'
    if (!('until' in phase)) return store.update({ phase })
    due = phase
    if (isPaused) return store.update({ phase: { kind: 'paused' } })
    store.update({ phase })
    cancel = waitUntil(phase.until, ports, poll)
  }
  return {
    enter,
    afterWait(ms, run) {
      cancel()
      cancel = ports.after(ms, run)
    },
    cancel: () => cancel(),
    resume() {
      if (!isPaused) return
      isPaused = false
      if (due && due.until > ports.now()) enter(due)
      else poll()
    },
  }
}

/** @returns A function that stops the wait. */
function waitUntil(until: number, { after, now }: PollingPorts, run: () => void): () => void {
  let cancel = () => {}
  const next = () => {
    const ms = Math.max(0, until - now())
    cancel = after(Math.min(waitMsMax, ms), ms > waitMsMax ? next : run)
  }
  next()
  return () => cancel()
}
