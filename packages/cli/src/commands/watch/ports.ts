import type { QuerySession } from '../../query/open-session.ts'
import type { Operation } from '../../query/operation.ts'
import type { Timers } from '../../terminal/progress.ts'
import type { StatedError } from '../../terminal/stated-error.ts'
import type { WatchState } from './state.ts'

/** Ports of the polling. */
export type PollingPorts = {
  session: QuerySession
  /** Price of a query in atomic units. Sends nothing. */
  priceOf(operation: Operation): Promise<bigint>
  /** Amount by which a cap can still be raised, in atomic units. */
  raisable(cap: bigint): bigint
  /** Any error as one that states where the money is. */
  stated(error: unknown): StatedError
  after: Timers['after']
  now(): number
  /** Called after a change of the state, to draw it. */
  onChange(): void
  /** The purchase in one line. */
  labelOf(state: WatchState): string
}
