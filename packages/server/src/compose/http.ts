import type { Contract } from '@fiq/shared/pricing/price-request'
import Fastify, { type FastifyInstance } from 'fastify'
import { identify } from '../accounts/accounts.ts'
import type { IdentityProvider } from '../accounts/identity-provider.ts'
import type { ServerConfig } from '../config/config.ts'
import { schemaTextOf } from '../execution/build-schema.ts'
import { adminSurface } from '../http/admin/admin.ts'
import type { AdminParts } from '../http/admin/admin-parts.ts'
import { devnetSurface } from '../http/devnet/devnet.ts'
import { facilitatorSurface } from '../http/facilitator/facilitator.ts'
import { type OperationParts, operationSurface } from '../http/hooks/operation.ts'
import { answerUnknownPaths } from '../http/hooks/unknown-paths.ts'
import { httpDefaults, httpRules, urlReader } from '../http/http-defaults.ts'
import { machinePages } from '../http/openapi/machine-pages.ts'
import { pagesSurface } from '../http/pages/pages.ts'
import { type ServiceFacts, servicePages } from '../http/pages/service-pages.ts'
import type { Requests } from '../http/query/answer-request.ts'
import { openPriority, type Priority } from '../http/query/priority.ts'
import { carriesSecret } from '../http/query/prove-at-limit.ts'
import type { PaymentPorts } from '../payments/ports.ts'
import type { Access } from '../rate-limit/access.ts'
import { walletSignatureCheckOf } from '../settlement/chain/chain-reads.ts'
import { readBalance } from '../settlement/chain/read-balance.ts'
import type { Connector, ConnectorContext } from '../sources/connector.ts'
import { accountSurfaces } from './credits-and-keys.ts'
import { querySurfaces } from './query-surfaces.ts'
import type { OpenedFacilitator } from './settlement.ts'

/** What the surfaces stand on, opened already. */
export type AppParts = {
  facts: ServiceFacts
  requests: Requests
  contract: Contract
  connectors: readonly Connector[]
  context: ConnectorContext
  access: Access
  paymentPorts: PaymentPorts
  settling: OpenedFacilitator
  /** Whom people sign in with, where the operator has configured one. */
  google: IdentityProvider | undefined
  maxTimeoutSeconds: number
  observability: Omit<OperationParts, 'priority'>
  admin: Pick<AdminParts, 'database' | 'reconcileNow' | 'running'>
  report(error: unknown): void
  nowMs(): number
}

/** Everything the server answers over HTTP, by path. Not listening yet. */
export function openApp(config: ServerConfig, parts: AppParts): FastifyInstance {
  const { facts, requests, contract, connectors, context, access, paymentPorts, report, nowMs } =
    parts
  const { settling, google, maxTimeoutSeconds } = parts
  const { publicUrl } = config
  const urlOf = urlReader(publicUrl)
  const app = Fastify({ ...httpDefaults, trustProxy: config.trustProxy })

  httpRules(app, facts.dataMode, report, publicUrl)
  answerUnknownPaths(app)
  machinePages(app, contract, urlOf)
  operationSurface(app, { ...parts.observability, priority: priorityOf(parts) })
  servicePages(app, facts, requests, contract, schemaTextOf(connectors))
  const originOf = (host = 'localhost') => publicUrl ?? `http://${host}`
  const sources = { enabled: context.enabled, troubles: parts.admin.running.troubles }
  pagesSurface(app, { ...facts, contract, connectors, ...sources }, originOf)
  querySurfaces(app, { ...facts, requests, urlOf, publicUrl, report, contract })

  const { devnet, served } = settling
  const isWalletSignature = walletSignatureCheckOf(settling)
  const selling = { access, paymentPorts, maxTimeoutSeconds, report, google }
  accountSurfaces(app, { ...selling, isWalletSignature, publicUrl, urlOf })
  adminSurface(app, { ...parts.admin, access, report, facts, paymentPorts, publicUrl, nowMs })
  if (devnet) devnetSurface(app, devnet, report)
  if (served) facilitatorSurface(app, { ...served, gate: access.gate, nowMs, report })
  return app
}

/** Proofs by the accounts and the chain of this server. */
function priorityOf({ access, paymentPorts: { record }, settling: { chain } }: AppParts): Priority {
  return openPriority({
    isOfPayer: (payment) => carriesSecret(payment, record),
    identify: (authorization) => identify(authorization, access.accounts),
    mayProve: access.gate.mayProve,
    balanceOf: chain && ((payer) => readBalance(chain, payer)),
  })
}
