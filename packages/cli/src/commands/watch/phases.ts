import { FiqError, hasCode } from '@fiq/shared/errors'
import type { PollingPorts } from './ports.ts'
import { type Phase, restsWithMarket, type WatchState } from './state.ts'

/** Minimum wait before a retry while the server is unreachable. */
const retryMsMin = 30_000

/** Whether polling is paused until the user resumes it. */
export function isResting({ phase }: WatchState): boolean {
  return phase.kind === 'paused' || phase.kind === 'cap reached'
}

/** The phase after a poll: the next one is due after the interval, or when the market opens. */
export function nextPhase(state: WatchState, { now, evenClosed }: PollingPorts): Phase {
  const { market, everyMs } = state
  const time = now()
  const isClosed = market && (!market.isOpen || time >= market.nextClose) && time < market.nextOpen
  if (isClosed && !evenClosed && restsWithMarket(state))
    return { kind: 'market closed', until: market.nextOpen }
  return { kind: 'waiting', until: time + everyMs }
}

/** The phase after a query between two polls. It keeps the wait for the next poll. */
export function afterAside(before: Phase, state: WatchState, ports: PollingPorts): Phase {
  return 'until' in before || before.kind === 'paused' ? before : nextPhase(state, ports)
}

/**
 * The phase after an error. An error that only the user can resolve ends the polling. Other errors
 * are retried.
 */
export function phaseAfter(error: unknown, state: WatchState, { now }: PollingPorts): Phase {
  const { everyMs, phase } = state
  const kind = error instanceof FiqError ? error.kind : 'internal'
  if (hasCode(error, 'OVER_BUDGET')) return { kind: 'cap reached' }
  if (kind === 'network') {
    const since = phase.kind === 'no server' ? phase.since : now()
    return { kind: 'no server', since, until: now() + Math.max(retryMsMin, everyMs) }
  }
  if (kind === 'server' || kind === 'rate-limited' || kind === 'budget-busy')
    return { kind: 'waiting', until: now() + everyMs }
  return { kind: 'paused' }
}
