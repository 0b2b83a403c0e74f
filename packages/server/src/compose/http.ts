import type { FastifyInstance } from 'fastify'
import { identify } from '../accounts/accounts.ts'
import type { IdentityProviders } from '../accounts/identity-provider.ts'
import { planScopeOf } from '../accounts/plan-scope.ts'
import type { ServerConfig } from '../config/config.ts'
import { shownSettings } from '../config/shown-settings.ts'
import { connectors } from '../connectors/connectors.ts'
import { schemaTextOf } from '../execution/build-schema.ts'
import { adminSurface } from '../http/admin/admin.ts'
import type { RunningParts } from '../http/admin/admin-parts.ts'
import { sourceNames } from '../http/admin/source-names.ts'
import { createSampleAnswers } from '../http/bench/sample-answers.ts'
import { devnetSurface } from '../http/devnet/devnet.ts'
import { discoverySurface } from '../http/discovery/discovery-resources.ts'
import { facilitatorSurface } from '../http/facilitator/facilitator.ts'
import { chargeBodies } from '../http/hooks/charge-bodies.ts'
import { chargePages } from '../http/hooks/charge-pages.ts'
import { serverHooks } from '../http/hooks/server-hooks.ts'
import { answerUnknownPaths } from '../http/hooks/unknown-paths.ts'
import { createHttpApp, urlReader } from '../http/http-defaults.ts'
import { machinePages } from '../http/openapi/machine-pages.ts'
import { pagesSurface } from '../http/pages/pages.ts'
import { type ServiceFacts, servicePages } from '../http/pages/service-pages.ts'
import { createRequests, type Requests } from '../http/query/answer-request.ts'
import { countUnpaid } from '../http/query/count-unpaid.ts'
import { createPriority, type Priority } from '../http/query/priority.ts'
import { carriesSecret } from '../http/query/prove-at-limit.ts'
import { steadyMs } from '../scheduling/steady-ms.ts'
import { readBalance } from '../settlement/chain/chain-reads.ts'
import { unansweredFields } from '../sources/field-readiness.ts'
import { accountSurfaces } from './credits-and-keys.ts'
import type { Observability } from './observability.ts'
import type { Payments } from './payments.ts'
import { querySurfaces } from './query-surfaces.ts'
import { maxTimeoutSeconds, type Settlement } from './settlement.ts'
import type { Sources } from './sources.ts'
import type { Storage } from './storage.ts'

/** The parts of the server that its HTTP surfaces call. */
type HttpParts = {
  storage: Pick<Storage, 'access' | 'counts' | 'database' | 'instances' | 'isShared'>
  sources: Sources
  settlement: Settlement
  payments: Payments
  observability: Observability
  /** Provider for sign-in; absent if the operator configured none. */
  identityProviders: IdentityProviders
  version: string
  report(error: unknown): void
  nowMs(): number
}

/** Creates the HTTP application with all its routes. It does not listen yet. */
export function createApp(config: ServerConfig, parts: HttpParts): FastifyInstance {
  const { storage, sources, settlement, payments, observability, report, nowMs } = parts
  const { access } = storage
  const { contract, paymentPorts, walletCheckOf } = payments
  const { devnet, served, payTo } = settlement
  const { publicUrl } = config
  const { mode: dataMode } = sources.upstreams
  const facts: ServiceFacts = {
    name: 'fiq',
    version: parts.version,
    dataMode,
    payTo,
    devnet: devnet !== undefined,
  }
  const requests = requestsOf(parts)
  const urlOf = urlReader(publicUrl)
  const originOf = (host = 'localhost') => publicUrl ?? `http://${host}`
  const app = createHttpApp({ dataMode, trustProxy: config.trustProxy, report, publicUrl })

  answerUnknownPaths(app)
  // The pages list the areas that this configuration cannot answer. The preflight refuses them
  // independently.
  const unavailable = unansweredFields(connectors, sources.context)
  const shown = { ...contract, tariff: { ...contract.tariff, unavailable } }
  machinePages(app, shown, urlOf)
  chargeBodies(app, access.gate)
  chargePages(app, access.gate)
  serverHooks(app, { ...observability, priority: priorityOf(parts) })
  servicePages(app, facts, { requests, contract: shown, schemaText: schemaTextOf(connectors) })
  const { enabled } = sources.context
  const { troubles } = sources
  const sample = samplesOf(dataMode, payments, nowMs)
  const site = { ...facts, contract: shown, connectors, enabled, troubles, nowMs, sample }
  pagesSurface(app, site, originOf)
  const { mcpPaymentExtension: paymentExtension, answerBudget } = config
  const mcp = { paymentExtension, answerBudget }
  querySurfaces(app, { requests, urlOf, publicUrl, report, contract, ...mcp })
  const { identityProviders } = parts
  const selling = { access, paymentPorts, maxTimeoutSeconds, report, identityProviders }
  accountSurfaces(app, { ...selling, walletCheckOf, publicUrl, urlOf, facts })
  adminSurface(app, {
    access,
    database: storage.database,
    facts,
    paymentPorts,
    reconcileNow: payments.reconcileNow,
    running: runningOf(config, parts),
    publicUrl,
    report,
    nowMs,
  })
  if (devnet) devnetSurface(app, { devnet, gate: access.gate, report })
  if (served) {
    facilitatorSurface(app, { ...served, gate: access.gate, nowMs, report })
    discoverySurface(app, {
      contract: shown,
      payTo,
      maxTimeoutSeconds,
      urlOf,
      startedAt: nowMs(),
      gate: access.gate,
    })
  }
  return app
}

/** Samples are public only in sandbox mode, where all figures are invented. */
function samplesOf(dataMode: string, { contract, answerFree }: Payments, nowMs: () => number) {
  if (dataMode !== 'sandbox') return undefined
  return createSampleAnswers({ contract, run: (priced) => answerFree(priced, {}), nowMs, steadyMs })
}

function requestsOf({ storage, payments, observability, report }: HttpParts): Requests {
  const { contract, earlier, paymentPorts, answerFree } = payments
  const { traces, tally } = observability
  const requests = createRequests({
    contract,
    earlier,
    paymentPorts,
    answerFree,
    gate: storage.access.gate,
    scope: planScopeOf(connectors),
    maxTimeoutSeconds,
    watchPricing: traces && ((price) => traces.part('price', {}, price)),
    report,
  })
  return countUnpaid(requests, tally)
}

/** State of the running instance, for operators. */
function runningOf(
  config: ServerConfig,
  {
    storage: { instances, isShared },
    sources,
    observability: { upstreamHealth, tally },
  }: HttpParts,
): RunningParts {
  const { upstreams, troubles } = sources
  const settings = shownSettings(config)
  return {
    upstreamHealth,
    sourceName: sourceNames(connectors.flatMap(({ upstreams: of }) => of)),
    troubles,
    cacheState: upstreams.cacheState,
    instances,
    isShared,
    settings,
    flushCounts: tally.flush,
  }
}

/**
 * Parts that decide which payers get priority under overload, from this server's accounts and
 * chain.
 */
function priorityOf({ storage: { access }, payments, settlement: { chain } }: HttpParts): Priority {
  return createPriority({
    isOfPayer: (payment) => carriesSecret(payment, payments.paymentPorts.record),
    async hasCredits(authorization) {
      const { organisation } = await identify(authorization, access.accounts)
      return access.hasCredits(organisation.id)
    },
    mayProve: access.gate.mayProve,
    balanceOf: chain && ((payer) => readBalance(chain, payer)),
  })
}
