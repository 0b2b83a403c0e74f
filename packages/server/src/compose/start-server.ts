import { FiqError } from '@fiq/shared/errors'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import { type Contract, quoteOf } from '@fiq/shared/pricing/price-request'
import { createIdentityProvider } from '../accounts/identity-provider.ts'
import type { ServerConfig } from '../config/config.ts'
import { connectors } from '../connectors/connectors.ts'
import type { Devnet } from '../devnet/chain.ts'
import { createPricing } from '../http/query/prices.ts'
import { noFaults } from '../payments/fault-points.ts'
import { fieldReadiness, refusedAreas } from '../sources/field-readiness.ts'
import { schedulePruning } from '../storage/database/pruning.ts'
import { createApp } from './http.ts'
import { listen, type ServerPorts, warm } from './listen.ts'
import { openObservability } from './observability.ts'
import { openPayments } from './payments.ts'
import { openSettlement } from './settlement.ts'
import { createSources } from './sources.ts'
import { openStorage } from './storage.ts'

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
    google: createIdentityProvider(config, environment['FIQ_GOOGLE_CLIENT_SECRET']),
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

/** Rounds after which the engine has compiled the code that they run. */
const rounds = 30
const barsEach = 200

/**
 * Prices requests with lists of bars, one in each turn of the event loop, so that the engine
 * compiles coercion and digests before a client sends the largest list: 5,000 bars take 45 ms of
 * CPU uncompiled and 10 ms compiled.
 */
export async function warmPricing(contract: Contract): Promise<void> {
  const priceOf = createPricing(contract)
  const query = 'query ($bars: [BarInput!]) { technicals(bars: $bars) { rsi { value } } }'
  for (let round = 0; round < rounds; round += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    const bars = Array.from({ length: barsEach }, (_, at) => ({
      date: '2026-01-02',
      open: at,
      high: at,
      low: at,
      close: at + 0.5,
      volume: round,
    }))
    const priced = priceOf({ query, operationName: undefined, variables: { bars } })
    quoteOf(priced, contract.tariff, '0x0')
  }
}

/**
 * Refuses to sell real data for money that anyone can mint. On the embedded devnet, live data needs
 * `--play-money`. A devnet that other machines can reach serves the sandbox only.
 *
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export function refusePlayMoney(
  config: Pick<ServerConfig, 'facilitator' | 'upstream' | 'publicUrl' | 'host' | 'playMoney'>,
): void {
  const { facilitator, upstream, playMoney } = config
  if (facilitator.mode !== 'devnet' || upstream.mode === 'sandbox') return
  const reached = reachedAt(config)
  if (reached !== undefined)
    throw new FiqError(
      'CONFIGURATION_INVALID',
      `${reached} is not a loopback address, and anybody can mint the money of the embedded devnet. On such an address, the devnet serves --upstream sandbox only, not ${upstream.mode}.`,
      {
        remedy:
          'Settle real payments with --facilitator local or a URL, choose --upstream sandbox, or use 127.0.0.1 without --public-url.',
      },
    )
  if (upstream.mode === 'live' && !playMoney)
    throw new FiqError(
      'CONFIGURATION_INVALID',
      'With --upstream live on the embedded devnet, the server would sell live data for money that anybody can mint.',
      {
        remedy:
          'Settle real payments with --facilitator local or a URL, or allow it on this machine with --play-money or FIQ_PLAY_MONEY=on.',
      },
    )
}

/** The setting by which other machines reach the server; `undefined` if none can. */
function reachedAt({
  publicUrl,
  host,
}: Pick<ServerConfig, 'publicUrl' | 'host'>): string | undefined {
  if (publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname))
    return `--public-url ${publicUrl}`
  return isLoopbackHost(host) ? undefined : `--host ${host}`
}
