import { FiqError } from '@fiq/shared/errors'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import { tariff } from '@fiq/shared/schema/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openIdentityProvider } from '../accounts/identity-provider.ts'
import { planScopeOf } from '../accounts/plan-scope.ts'
import type { ServerConfig } from '../config/config.ts'
import { shownSettings } from '../config/shown-settings.ts'
import { connectors } from '../connectors/connectors.ts'
import type { Devnet } from '../devnet/chain.ts'
import { answerBytesOf } from '../execution/answer-size.ts'
import { buildSchema } from '../execution/build-schema.ts'
import { preflightOf } from '../execution/preflight.ts'
import { restingSources } from '../execution/resting-sources.ts'
import type { RunningParts } from '../http/admin/admin-parts.ts'
import { openRequests } from '../http/query/answer-request.ts'
import { advancing, openCollector } from '../payments/collect-advances.ts'
import { type Faults, noFaults } from '../payments/fault-points.ts'
import { openPayerProofs } from '../payments/proof/prove-payer.ts'
import { keepReconciled } from '../payments/reconcile/keep-reconciled.ts'
import { walletSignatureCheckOf } from '../settlement/chain/chain-reads.ts'
import type { ConnectorContext } from '../sources/connector.ts'
import { allowedUpstreams, openConnectorContext } from '../sources/context.ts'
import { schedulePruning } from '../storage/database/pruning.ts'
import { beginTariff, type EarlierTariff } from '../storage/terms/earlier-tariff.ts'
import { checkPayTo } from '../storage/terms/ledger-pay-to.ts'
import { openFinality } from './finality.ts'
import { openApp } from './http.ts'
import { type Observability, type ObservabilityPorts, openObservability } from './observability.ts'
import { createPaymentPorts } from './payments.ts'
import { refusePlayMoney } from './refuse-play-money.ts'
import { type OpenedFacilitator, openFacilitator } from './settlement.ts'
import { openStorage, type Storage } from './storage.ts'
import { openUpstreams } from './upstreams.ts'

/** What the world gives the server. */
export type ServerPorts = {
  log: Pick<Logger, 'error'> & ObservabilityPorts['log']
  now(): Date
  version: string
  /** Keys of upstreams, contact of the operator. */
  environment: Readonly<Record<string, string | undefined>>
  /** Tests only: faults between the money path and the embedded chain. */
  faults?: Faults
}

/** `devnet`: where play money is settled; a server that settles real money has none. */
export type RunningServer<devnet = Devnet> = {
  /** `http://HOST:PORT`, as bound. */
  url: string
  payTo: `0x${string}`
  devnet: devnet
  close(): Promise<void>
}

/** How long a payment may stay unsettled. Long enough for a slow chain, short for a client. */
const maxTimeoutSeconds = 60

/**
 * Starts the service: opens the data folder, the devnet and the sources, then listens.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when the folder, the mirror or the port cannot be used, or
 * when real data would be sold for play money.
 */
export async function startServer(
  config: ServerConfig,
  ports: ServerPorts,
): Promise<RunningServer<Devnet | undefined>> {
  refusePlayMoney(config)
  const { log, now, version, faults = noFaults } = ports
  const report = (error: unknown) => log.error({ err: error }, 'unforeseen')
  const nowMs = () => now().getTime()
  const storage = await openStorage(config, nowMs, report)
  const { access, redis } = storage
  const observability = await watchOver(storage, config, ports, report)
  const sources = openUpstreams(config, { ...ports, redis, watch: observability.watchUpstreams })
  const { upstreams, files } = sources
  const context = openConnectorContext({
    upstreams,
    files,
    now,
    allowed: allowedUpstreams(ports.environment),
    upstreamKeyOf: (variable) => ports.environment[variable],
    refusesStale: config.stalePrices === 'refuse',
  })
  const settling = await openSettling(config, { storage, observability, faults, report, nowMs })
  const { facilitator, payTo, devnet, gas } = settling

  const quoted = { nowMs: nowMs(), quotedMs: maxTimeoutSeconds * 1_000 }
  const earlier = await beginTariff(storage.database, tariff, quoted)
  const world = { faults, report, nowMs }
  const sold = { storage, earlier, sources, context, settling, observability, ...world }
  const { contract, paymentPorts, collector, requests } = openSale(config, sold)
  const money = { payTo, devnet: devnet !== undefined }
  const facts = { name: 'fiq', version, dataMode: upstreams.mode, ...money } as const
  const finality = openFinality(config, { storage, settling, nowMs })
  const due = { paymentPorts, collector, facilitator, finality, gas, report }
  const reconciling = await keepReconciled(due)
  const running = runningOf(config, storage, observability, sources)
  const app = openApp(config, {
    facts,
    requests,
    contract,
    connectors,
    context,
    access,
    paymentPorts,
    settling,
    google: openIdentityProvider(config, ports.environment['FIQ_GOOGLE_CLIENT_SECRET']),
    maxTimeoutSeconds,
    observability,
    admin: { database: storage.database, reconcileNow: reconciling.now, running },
    report,
    nowMs,
  })

  const pruning = schedulePruning(storage.prunable, nowMs, report)
  observability.watchSockets(app)
  const url = await listen(app, config)
  setImmediate(() => void warm(context))
  return {
    url,
    payTo,
    devnet,
    async close() {
      clearInterval(pruning)
      await observability.drain()
      await reconciling.stop()
      await settling.close()
      await storage.close()
    },
  }
}

/** Who settles and who is paid, as the ledger agrees. */
async function openSettling(
  config: ServerConfig,
  parts: {
    storage: Storage
    observability: Observability
    faults: Faults
    report(error: unknown): void
    nowMs(): number
  },
): Promise<OpenedFacilitator> {
  const { storage, observability, faults, report, nowMs } = parts
  const { database, sent, shareSigner, spending } = storage
  const settlers = { maxTimeoutSeconds, shareSigner, sent, spending, faults, report, nowMs }
  const settling = await openFacilitator(config, { ...settlers, log: observability.log })
  const { changePayTo: isChangeAllowed } = config
  try {
    await checkPayTo(database, settling.payTo, { isChangeAllowed })
  } catch (error) {
    await settling.close()
    await storage.close()
    throw error
  }
  return observability.watchSettling(settling)
}

/** What operators look at besides the record. */
function runningOf(
  config: ServerConfig,
  { instances, isShared }: Storage,
  { upstreamHealth }: Observability,
  { upstreams: { cacheState }, troubles }: ReturnType<typeof openUpstreams>,
): RunningParts {
  const settings = shownSettings(config)
  return { upstreamHealth, troubles, cacheState, instances, isShared, settings }
}

/** What answers and charges: the schema over its sources, the payment ports, and the collector. */
function openSale(
  config: ServerConfig,
  parts: {
    storage: Storage
    earlier: EarlierTariff | undefined
    context: ConnectorContext
    sources: Pick<ReturnType<typeof openUpstreams>, 'restingHosts'>
    settling: OpenedFacilitator
    observability: Observability
    faults: Faults
    report(error: unknown): void
    nowMs(): number
  },
) {
  const { storage, earlier, sources, context, settling, observability, faults, report, nowMs } =
    parts
  const { record, access } = storage
  const { facilitator, payTo } = settling
  const schema = buildSchema(connectors)
  const contract = { schema, tariff }
  const preflight = preflightOf(connectors)
  const usesRestingSource = restingSources(connectors, context.enabled, sources.restingHosts)
  const bytesOf = answerBytesOf(connectors)
  const ours = { bytesOf, schema, connectors: context, preflight, usesRestingSource, report, nowMs }
  const isWalletSignature = walletSignatureCheckOf(settling)
  const { publicUrl } = config
  const isOfPayer = openPayerProofs({ ...access.accounts, publicUrl, isWalletSignature })
  const paying = { facilitator, record, payTo, isOfPayer, maxTimeoutSeconds }
  const { answerFree, ...opened } = createPaymentPorts({ ...ours, ...access, ...paying })
  const paid = faults.paymentPorts(observability.watchSelling(opened.paymentPorts))
  const collector = openCollector({ facilitator, record: paid.record, report, nowMs })
  const paymentPorts = config.settlement === 'async' ? advancing(paid, config, collector) : paid
  const answering = { paymentPorts, gate: access.gate, scope: planScopeOf(connectors), answerFree }
  const { traces } = observability
  const watchPricing = traces && ((price: () => PricedRequest) => traces.part('price', {}, price))
  const watched = watchPricing ? { ...answering, watchPricing } : answering
  const requests = openRequests({ contract, earlier, maxTimeoutSeconds, report, ...watched })
  return { contract, paymentPorts, collector, requests }
}

/** Traces are off as a rule, and then what makes them is not even loaded. */
async function watchOver(
  storage: Storage,
  { traces: collector, shutdownSeconds }: ServerConfig,
  { environment, version, now, log }: ServerPorts,
  report: (error: unknown) => void,
): Promise<Observability> {
  const metricsToken = environment['FIQ_METRICS_TOKEN'] || undefined
  const opened = collector ? await import('../observability/open-traces.ts') : undefined
  const traces = collector ? opened?.openTraces(collector, version) : undefined
  return openObservability({ storage, now, log, metricsToken, traces, shutdownSeconds, report })
}

/** A list that cannot be had now is asked for again by the first request that needs it. */
async function warm(context: ConnectorContext): Promise<void> {
  for (const connector of connectors) await connector.warm?.(context).catch(() => {})
}

/**
 * Connections that wait to be accepted. Where many come at once what does not fit is tried again
 * after seconds, payments too. The system may allow fewer (`net.core.somaxconn`).
 */
const connectingMax = 4_096

async function listen(app: FastifyInstance, { host, port }: ServerConfig): Promise<string> {
  try {
    return await app.listen({ host, port, backlog: connectingMax })
  } catch (cause) {
    const { code } = cause as { code?: string }
    throw new FiqError(
      'CONFIGURATION_INVALID',
      `Port ${port} on ${host} cannot be listened on (${code ?? 'unknown reason'}).`,
      { cause, remedy: 'Stop what uses it, or choose another with --port; 0 picks a free one.' },
    )
  }
}
