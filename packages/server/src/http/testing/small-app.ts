import { defined } from '@fiq/shared/defined'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { IdentityProviders } from '../../accounts/identity-provider.ts'
import { planScopeOf } from '../../accounts/plan-scope.ts'
import { accountSurfaces } from '../../compose/credits-and-keys.ts'
import { createPaymentPorts } from '../../compose/payments.ts'
import { querySurfaces } from '../../compose/query-surfaces.ts'
import { answerBytesOf } from '../../execution/answer-size.ts'
import { buildSchema, ratesOf } from '../../execution/build-schema.ts'
import { preflightOf } from '../../execution/preflight.ts'
import { restingSources } from '../../execution/resting-sources.ts'
import { boughtOf } from '../../payments/bought-of.ts'
import type { PaymentPorts } from '../../payments/ports.ts'
import { createPayerProofs } from '../../payments/proof/prove-payer.ts'
import { openAccess } from '../../rate-limit/access.ts'
import { createWalletChecks } from '../../rate-limit/wallet-checks.ts'
import type { Facilitator } from '../../settlement/facilitator.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import { createConnectorContext } from '../../sources/context.ts'
import type { AccessStore } from '../../storage/accounts/access-store.ts'
import { openAccessStore } from '../../storage/accounts/open-access-store.ts'
import type { Database } from '../../storage/database/database.ts'
import { openSqliteDatabase } from '../../storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../../storage/payments/open-payment-record.ts'
import type { PaymentRecord } from '../../storage/payments/payment-record.ts'
import type { EarlierTariff } from '../../storage/terms/earlier-tariff.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { chargeBodies } from '../hooks/charge-bodies.ts'
import { chargePages } from '../hooks/charge-pages.ts'
import { answerUnknownPaths } from '../hooks/unknown-paths.ts'
import { createHttpApp, urlReader } from '../http-defaults.ts'
import { machinePages } from '../openapi/machine-pages.ts'
import { servicePages } from '../pages/service-pages.ts'
import { createRequests } from '../query/answer-request.ts'

export const payTo = `0x${'b'.repeat(40)}` as const

/**
 * The real surfaces, schema and money path over one small connector. The facilitator is a fake,
 * because these tests do not concern the chain.
 */
export function smallApp(
  connector: Connector | readonly Connector[],
  facilitator: Partial<Facilitator> = {},
  {
    requestsPerMinute = 6_000,
    identityProviders = {},
    database = openSqliteDatabase(':memory:'),
    record = openPaymentRecord(database),
    store = openAccessStore(database),
    version = 'test',
    earlier,
    exposureMax,
    restingHosts = new Set(),
    upstreams = noUpstream,
    unpaidFetchesPerMinute,
    pendsAbove,
    publicUrl = 'http://fiq.test',
    paymentExtension,
    answerBudget,
  }: {
    requestsPerMinute?: number
    identityProviders?: IdentityProviders
    /** Of the ledger and the credits, which are written together. */
    database?: Database
    /** The record of another app, which this app then shares. */
    record?: PaymentRecord
    store?: AccessStore
    /** Version of the tariff. */
    version?: string
    earlier?: EarlierTariff
    /**
     * Payers with a settled payment are answered before settlement, up to this exposure. Nothing
     * collects the payments.
     */
    exposureMax?: bigint
    /** Hosts that keep failing. */
    restingHosts?: ReadonlySet<string>
    upstreams?: Transport
    unpaidFetchesPerMinute?: number
    /** Larger grants of credits are pending until their payment is final. */
    pendsAbove?: number
    publicUrl?: string
    /** Of MCP; default true. */
    paymentExtension?: boolean
    /** Of MCP. */
    answerBudget?: number
  } = {},
) {
  const connectors = [connector].flat()
  /** Wallet contracts that accept any signature. */
  const contracts = new Set<string>()
  const isWalletSignature = async (address: string) => contracts.has(address)
  const clock = { nowMs: 1_700_000_000_000 }
  const nowMs = () => clock.nowMs
  const problems: unknown[] = []
  const report = (error: unknown) => void problems.push(error)
  const access = openAccess({
    store,
    requestsPerMinute,
    unpaidFetchesPerMinute,
    pendsAbove,
    nowMs,
    report,
  })
  const walletCheckOf = createWalletChecks(isWalletSignature, access.gate)
  const schema = buildSchema(connectors)
  const contract = { schema, tariff: { version, rates: ratesOf(connectors) } }
  const { paymentPorts: paid, answerFree } = createPaymentPorts({
    schema,
    connectors: contextOver(upstreams),
    bytesOf: answerBytesOf(connectors, schema),
    preflight: preflightOf(connectors, schema),
    boughtOf: boughtOf(connectors),
    usesRestingSource: restingSources(
      connectors,
      () => true,
      () => restingHosts,
    ),
    facilitator: { ...agreeable, ...facilitator },
    record,
    payTo,
    ...access,
    maxTimeoutSeconds: 60,
    isOfPayer: createPayerProofs({
      ...access.accounts,
      publicUrl: 'http://fiq.test',
      walletCheckOf,
    }),
    report,
    nowMs,
  })
  const paymentPorts: PaymentPorts =
    exposureMax === undefined ? paid : { ...paid, advances: { exposureMax, collect: () => {} } }
  const app = createHttpApp({ dataMode: 'sandbox', report })
  answerUnknownPaths(app)
  chargeBodies(app, access.gate)
  chargePages(app, access.gate)
  const requests = createRequests({
    contract,
    paymentPorts,
    gate: access.gate,
    scope: planScopeOf(connectors),
    maxTimeoutSeconds: 60,
    earlier,
    answerFree,
    report,
  })
  const urlOf = urlReader(undefined)
  machinePages(app, contract, urlOf)
  servicePages(
    app,
    { name: 'fiq', version: '0', payTo, dataMode: 'sandbox', devnet: false },
    { requests, contract, schemaText: '' },
  )
  const queries = { requests, urlOf, report, version: '0', contract }
  querySurfaces(app, {
    ...queries,
    publicUrl: 'http://fiq.test',
    ...defined({ paymentExtension, answerBudget }),
  })
  accountSurfaces(app, {
    access,
    report,
    paymentPorts,
    maxTimeoutSeconds: 60,
    urlOf,
    publicUrl,
    identityProviders,
    walletCheckOf,
    facts: { version, dataMode: 'sandbox', devnet: false },
  })
  return { app, contract, record, problems, contracts, access, clock }
}

const noUpstream: Transport = {
  mode: 'sandbox',
  fetch: () => Promise.reject(new Error('No upstream is asked here.')),
}

function contextOver(upstreams: Transport): ConnectorContext {
  return createConnectorContext({
    upstreams,
    files: { bars: () => undefined, series: () => undefined, tickers: () => [] },
    now: () => new Date(1_700_000_000_000),
    allowed: new Set(),
    upstreamKeyOf: (variable) => (variable === 'SEC_USER_AGENT' ? 'fiq@fiq.test' : undefined),
  })
}

const transaction = `0x${'c'.repeat(64)}` as const

const agreeable: Facilitator = {
  verify: async ({ authorization }: Pick<Payment, 'authorization'>) => ({
    isValid: true,
    payer: authorization.from,
  }),
  async settle(_, { onBroadcast }) {
    await onBroadcast(transaction)
    return { outcome: 'settled', transaction, logIndex: 0 }
  },
  findSettlement: async () => ({ outcome: 'unused', asOfSeconds: 0n }),
  authorizationState: async () => false,
  supported: () => Promise.reject(new Error('Not asked here.')),
}
