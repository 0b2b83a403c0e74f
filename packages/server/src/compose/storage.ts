import { FiqError } from '@fiq/shared/errors'
import type { ServerConfig } from '../config/config.ts'
import { makeFolder } from '../config/make-folder.ts'
import { finalCreditsMax } from '../credits/credits.ts'
import { scheduleRefunds } from '../credits/schedule-refunds.ts'
import { finalityDepthOf } from '../payments/reconcile/watch-finality.ts'
import { type Access, openAccess } from '../rate-limit/access.ts'
import { openRateLimit } from '../rate-limit/open-rate-limit.ts'
import { openRedis, type Redis } from '../redis/open-redis.ts'
import { steadyMs } from '../scheduling/steady-ms.ts'
import { shareSigner, signerChannel } from '../settlement/lease/share-signer.ts'
import type { AccessStore } from '../storage/accounts/access-store.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { createHourlyCounts, type HourlyCounts } from '../storage/admin/hourly-counts.ts'
import type { Database } from '../storage/database/database.ts'
import { holdFolder } from '../storage/database/hold-folder.ts'
import type { Prunable } from '../storage/database/pruning.ts'
import { openStore } from '../storage/open-store.ts'
import type { PaymentRecord } from '../storage/payments/payment-record.ts'
import { createGasSpending, type GasSpending } from '../storage/settlement/gas-spending.ts'
import {
  createServedSettlements,
  type ServedSettlements,
} from '../storage/settlement/served-settlements.ts'

/** The server's storage: payments, accounts and limits, local or shared with other instances. */
export type Storage = {
  database: Database
  /** Whether several instances share it. */
  isShared: boolean
  record: PaymentRecord
  /** Settlements for other resource servers. */
  sent: ServedSettlements
  /** Record of the gas costs of settlements. */
  spending: GasSpending
  /** Hourly counts of all instances. */
  counts: HourlyCounts
  access: Access
  store: AccessStore
  /** Tables with rows that expire. */
  prunable: readonly Prunable[]
  redis: Redis | undefined
  /** Absent if there is only one instance. */
  shareSigner: ReturnType<typeof shareSigner> | undefined
  /** Number of servers on this storage, this one included, at the last count. */
  instances(): number
  /** Rejects when the storage cannot be written. */
  probe(): Promise<void>
  close(): Promise<void>
}

type StorageConfig = Pick<
  ServerConfig,
  'database' | 'dataDir' | 'redis' | 'rateLimit' | 'unpaidFetches' | 'keepAnswers' | 'largeAnswers'
> &
  Partial<Pick<ServerConfig, 'facilitator' | 'finalityDepth'>>

/**
 * Opens the server's storage. Without a shared database, one server alone may use the folder, which
 * is locked before anything is written.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the folder or the database cannot be used.
 */
export async function openStorage(
  config: StorageConfig,
  nowMs: () => number,
  report: (error: unknown) => void,
): Promise<Storage> {
  openFolder(config.dataDir)
  const release = config.database === undefined ? holdFolder(config.dataDir) : () => {}
  try {
    const storage = await openLocked(config, nowMs, report)
    return { ...storage, close: () => storage.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

async function openLocked(
  config: StorageConfig,
  nowMs: () => number,
  report: (error: unknown) => void,
): Promise<Storage> {
  const { database, shared, record } = await openStore(config, report)
  const redis = config.redis === undefined ? undefined : await openRedis(config.redis, report)
  const nowMicros = () => steadyMs() * 1_000
  const { limit, instances, close } = await openRateLimit({
    redis,
    shared: shared?.database,
    nowMicros,
    report,
  })
  const { rateLimit: requestsPerMinute, unpaidFetches: unpaidFetchesPerMinute } = config
  const sent = createServedSettlements(database, nowMs, record.limits)
  const spending = createGasSpending(database)
  const counts = createHourlyCounts(database)
  const store = openAccessStore(database)
  const { facilitator, finalityDepth = finalityDepthOf(facilitator?.mode ?? 'devnet') } = config
  const pendsAbove = finalityDepth > 0 ? finalCreditsMax : undefined
  const access = openAccess({
    store,
    requestsPerMinute,
    unpaidFetchesPerMinute,
    nowMs,
    report,
    limit,
    pendsAbove,
  })
  const refunding = await scheduleRefunds({
    store,
    running: access.running,
    isAlone: !shared,
    nowMs,
    report,
  })
  return {
    database,
    isShared: shared !== undefined,
    instances,
    record,
    sent,
    spending,
    counts,
    access,
    store,
    prunable: [record, sent, spending, counts, { prune: store.pruneOnce }],
    redis,
    probe: () => database.probe(),
    shareSigner:
      shared &&
      shareSigner({
        database,
        record,
        served: sent,
        report,
        openChannel: signerChannel({ ...shared, report }),
      }),
    async close() {
      close()
      clearInterval(refunding)
      await access.close()
      await record.close()
      await redis?.close()
    },
  }
}

function openFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700)
  } catch (cause) {
    throw new FiqError('CONFIGURATION_INVALID', `The data folder ${folder} cannot be created.`, {
      facts: [`Reason: ${(cause as Error).message}`],
      cause,
      remedy: 'Choose another folder with --data-dir.',
    })
  }
}
