import type { QuerySession } from '../../query/open-session.ts'
import type { Operation } from '../../query/operation.ts'
import type { Timers } from '../../terminal/progress.ts'
import type { WatchState } from './state.ts'

/** Ports of the polling. */
export type PollingPorts = {
  session: QuerySession
  /** Price of a query, atomic units. Nothing is sent. */
  priceOf(operation: Operation): Promise<bigint>
  /** What a cap may still be raised by. Atomic units. */
  raisable(cap: bigint): bigint
  after: Timers['after']
  now(): number
  evenClosed: boolean
  /** The state has changed: draw it. */
  onChange(): void
  /** The purchase in one line. */
  labelOf(state: WatchState): string
}
