import type { ServerConfig } from '../config/config.ts'
import { connectors } from '../connectors/connectors.ts'
import type { Devnet } from '../devnet/chain.ts'
import { noFaults } from '../payments/fault-points.ts'
import { fieldReadiness, refusedAreas } from '../sources/field-readiness.ts'
import { schedulePruning } from '../storage/database/pruning.ts'
import { createApp } from './http.ts'
import { createIdentityProviders } from './identity-providers.ts'
import { listen, type ServerPorts, warm } from './listen.ts'
import { openObservability } from './observability.ts'
import { openPayments } from './payments.ts'
import { refusePlayMoney } from './refuse-play-money.ts'
import { openSettlement } from './settlement.ts'
import { createSources } from './sources.ts'
import { openStorage } from './storage.ts'
import { warmPricing } from './warm-pricing.ts'

/** Answers are deleted at most this long after the end of their storage period. */
const storageRulesMs = 60_000

/** `devnet`: the chain that settles play money; absent on a server that settles real money. */
export type RunningServer<devnet = Devnet> = {
  /** `http://HOST:PORT`, as bound. */
  url: string
  payTo: `0x${string}`
  devnet: devnet
  /** Areas that this configuration cannot answer, each with the settings that answer it. */
  refusedAreas: ReturnType<typeof refusedAreas>
  close(): Promise<void>
}

/**
 * Starts the service: opens its parts in order, then listens.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when the folder, the mirror or the port cannot be used,
 * or when real data would be sold for play money.
 */
export async function startServer(
  config: ServerConfig,
  ports: ServerPorts,
): Promise<RunningServer<Devnet | undefined>> {
  refusePlayMoney(config)
  const { log, now, version, environment, faults = noFaults } = ports
  const report = (error: unknown) => log.error({ err: error }, 'unforeseen')
  const nowMs = () => now().getTime()

  const storage = await openStorage(config, nowMs, report)
  const observability = await openObservability(config, {
    storage,
    now,
    log,
    version,
    environment,
    report,
  })
  const sources = createSources(config, { storage, observability, now, environment })
  const settlement = await openSettlement(config, {
    storage,
    observability,
    faults,
    report,
    nowMs,
  })
  const payments = await openPayments(config, {
    storage,
    sources,
    settlement,
    observability,
    faults,
    report,
    nowMs,
  })
  const app = createApp(config, {
    storage,
    sources,
    settlement,
    payments,
    observability,
    identityProviders: createIdentityProviders(config, environment),
    version,
    report,
    nowMs,
  })

  const pruning = schedulePruning(storage.prunable, nowMs, report)
  const storageRules = setInterval(sources.enforceStorageRules, storageRulesMs)
  observability.watchSockets(app)
  const url = await listen(app, config)
  setImmediate(() => void warm(sources.context))
  void warmPricing(payments.contract).catch(report)
  const { payTo, devnet } = settlement
  return {
    url,
    payTo,
    devnet,
    refusedAreas: refusedAreas(fieldReadiness(connectors, sources.context)),
    async close() {
      clearInterval(pruning)
      clearInterval(storageRules)
      await observability.drain()
      await payments.close()
      await settlement.close()
      await storage.close()
    },
  }
}
