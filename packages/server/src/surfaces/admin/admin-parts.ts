import type { OperatorStore } from '../../admin/operator-store.ts'
import type { Sessions } from '../../admin/sessions.ts'
import type { UpstreamHealth } from '../../operation/measured.ts'
import type { ReconcileNow } from '../../payment/keep-reconciled.ts'
import type { Till } from '../../payment/till.ts'
import type { ShownSetting } from '../../shown-settings.ts'
import type { Database } from '../../store/database.ts'
import type { CacheState } from '../../upstreams/caching.ts'
import type { Trouble } from '../../upstreams/live/circuit-breaker.ts'
import type { AccountParts } from '../keys-bearer.ts'
import type { PageFacts } from '../pages/layout.ts'

/** What operators look at besides the record: this instance as it runs. */
export type RunningParts = {
  upstreamHealth(): readonly UpstreamHealth[]
  troubles(): readonly Trouble[]
  cacheState(): CacheState
  instances(): number
  /** Whether the database is one that instances share. */
  isShared: boolean
  settings: readonly ShownSetting[]
}

/** What `/admin` is made of. */
export type AdminParts = AccountParts & {
  facts: PageFacts
  database: Database
  operators: OperatorStore
  sessions: Sessions
  till: Pick<Till, 'record' | 'inFlight'>
  reconcileNow: ReconcileNow
  running: RunningParts
  publicUrl: string | undefined
  nowMs(): number
}
