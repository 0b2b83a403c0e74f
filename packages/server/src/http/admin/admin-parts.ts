import type { ShownSetting } from '../../config/shown-settings.ts'
import type { UpstreamHealth } from '../../observability/measured.ts'
import type { PaymentPorts } from '../../payments/ports.ts'
import type { ReconcileNow } from '../../payments/reconcile/start-reconciling.ts'
import type { OperatorStore } from '../../storage/admin/operator-store.ts'
import type { Database } from '../../storage/database/database.ts'
import type { CacheState } from '../../upstreams/caching.ts'
import type { Trouble } from '../../upstreams/live/circuit-breaker.ts'
import type { AccountParts } from '../keys-bearer.ts'
import type { PageFacts } from '../layout/layout.ts'
import type { Sessions } from './sessions.ts'
import type { OverviewShape } from './shapes.ts'

/** State of the running instance, for operators. */
export type RunningParts = {
  upstreamHealth(): readonly UpstreamHealth[]
  /** Names of the sources behind a host. */
  sourceName(host: string): string
  troubles(): readonly Trouble[]
  cacheState(): CacheState
  instances(): number
  /** Whether several instances share the database. */
  isShared: boolean
  settings: readonly ShownSetting[]
  /** Adds this instance's counts since the last call to the shared counts. */
  flushCounts(): Promise<void>
}

/** Parts of `/admin`. */
export type AdminParts = AccountParts & {
  facts: PageFacts
  database: Database
  operators: OperatorStore
  sessions: Sessions
  paymentPorts: Pick<PaymentPorts, 'record' | 'inFlight'>
  reconcileNow: ReconcileNow
  running: RunningParts
  /** The overview of a range; by default of the last day. */
  overview(range: string | undefined): Promise<OverviewShape>
  publicUrl: string | undefined
  nowMs(): number
}
