import type { QuerySession } from '../../query/open-session.ts'
import type { Operation } from '../../query/operation.ts'
import type { Timers } from '../../terminal/progress.ts'
import type { WatchState } from './state.ts'

/** What the polling takes from outside. */
export type PollingPorts = {
  session: QuerySession
  /** Price of a query, atomic units. Nothing is sent. */
  priceOf(operation: Operation): Promise<bigint>
  after: Timers['after']
  now(): number
  evenClosed: boolean
  /** The state has changed: draw it. */
  onChange(): void
  /** What is bought, in one line. */
  labelOf(state: WatchState): string
}
