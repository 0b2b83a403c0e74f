import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { Hex } from '@fiq/shared/payment/wire'
import { topUpPath } from '@fiq/shared/pricing/top-up-terms'
import { createFinality } from '../../../packages/server/src/compose/finality.ts'
import { createPaymentPorts } from '../../../packages/server/src/compose/payments.ts'
import { gasTermsOf } from '../../../packages/server/src/compose/settlement.ts'
import { scheduleRefunds } from '../../../packages/server/src/credits/schedule-refunds.ts'
import { createTopUps } from '../../../packages/server/src/http/account/credits.ts'
import {
  errorAnswer,
  fiqErrorOf,
  underPayment,
} from '../../../packages/server/src/http/http-answer.ts'
import { createRequests } from '../../../packages/server/src/http/query/answer-request.ts'
import { readPresented } from '../../../packages/server/src/http/request-identity.ts'
import { boughtOf } from '../../../packages/server/src/payments/bought-of.ts'
import { claimOwed } from '../../../packages/server/src/payments/claim-owed.ts'
import { advancing, openCollector } from '../../../packages/server/src/payments/collect-advances.ts'
import type { PaymentPorts } from '../../../packages/server/src/payments/ports.ts'
import { startReconciling } from '../../../packages/server/src/payments/reconcile/start-reconciling.ts'
import { readTopUp } from '../../../packages/server/src/payments/top-up.ts'
import { openAccess } from '../../../packages/server/src/rate-limit/access.ts'
import type { ChainPort } from '../../../packages/server/src/settlement/chain/chain-reads.ts'
import type { Facilitator } from '../../../packages/server/src/settlement/facilitator.ts'
import { shareSigner } from '../../../packages/server/src/settlement/lease/share-signer.ts'
import { createRemoteFacilitator } from '../../../packages/server/src/settlement/remote/remote.ts'
import { openLocalFacilitator } from '../../../packages/server/src/settlement/settle/local.ts'
import { settlerAccount } from '../../../packages/server/src/settlement/settle/settler-account.ts'
import type { AccessStore } from '../../../packages/server/src/storage/accounts/access-store.ts'
import { openAccessStore } from '../../../packages/server/src/storage/accounts/open-access-store.ts'
import type { Database } from '../../../packages/server/src/storage/database/database.ts'
import { whenUnavailable } from '../../../packages/server/src/storage/database/when-unavailable.ts'
import { openPaymentRecord } from '../../../packages/server/src/storage/payments/open-payment-record.ts'
import { createGasSpending } from '../../../packages/server/src/storage/settlement/gas-spending.ts'
import { createServedSettlements } from '../../../packages/server/src/storage/settlement/served-settlements.ts'
import type { Process, World } from '../world/world.ts'
import {
  bytesOf,
  connectorContext,
  connectors,
  contract,
  preflight,
  schema,
  scope,
} from './product.ts'
import { openRoutes } from './routes.ts'

export const payTo: Hex = '0x00000000000000000000000000000000000000aa'
export const settler = settlerAccount(`0x${'5e'.repeat(32)}`)
export const maxTimeoutSeconds = 60

/** Settings of the gas that the server pays. */
export type GasLimits = { etherPriceMax: number; gasShareMax: number; gasHourMax: number }

/** Atomic units that a payer, and all new wallets, may owe for answers before settlement. */
export type ExposureLimits = { exposureLimit: bigint; newWalletExposure: bigint }

/** Gas of about so many payments, in an hour. One is counted at 1.1 * 10^12 wei. */
export function gasLimitsOf(paymentsPerHour: number): GasLimits {
  const times = 4_000 / paymentsPerHour
  return { gasHourMax: 22, etherPriceMax: 5_000 * times, gasShareMax: 50 * times }
}

/** The ceiling of these settings, in wei. */
export function gasHourOf(paymentsPerHour: number): bigint {
  const { gasHourMax, etherPriceMax } = gasLimitsOf(paymentsPerHour)
  return (BigInt(gasHourMax) * 10n ** 18n) / BigInt(etherPriceMax)
}

/** Ports of a server run. Planted bugs replace them. */
export type ServerPorts = {
  world: World
  process: Process
  database: Database
  request: ChainPort['request']
  /** URL of a facilitator that settles in place of the server. */
  facilitatorUrl?: string | undefined
  /** The limits of gas. Absent: gas is free. */
  gas?: GasLimits | undefined
  /** Answers before settlement, up to these limits. */
  advances?: ExposureLimits | undefined
  /** Messages between instances; absent for a single instance. */
  channel?: ((hear: (line: string) => void) => (line: string) => void) | undefined
  wrapFacilitator(facilitator: Facilitator): Facilitator
  wrapPorts(ports: PaymentPorts, store: AccessStore): PaymentPorts
  isFenced: boolean
  doubtsFacilitator: boolean
  /** A top-up above this many credits waits until its payment is final. */
  pendsAbove: number
  followsFinality: boolean
  reconciles: boolean
  /** Do requests arrive at the HTTP routes? Otherwise at what these call. */
  hasRoutes: boolean
  report(error: unknown): void
}

/** A listening server. */
export type SimulatedServer = {
  process: Process
  /** Sends one request for the query, as a surface passes it on. */
  post(request: SimulatedRequest): Promise<HttpAnswer>
  /** Requests that it answers now. */
  open: number
  /** Does it close after its open requests? */
  isStopping: boolean
  /** Closes its parts in the order of the product, after the last request. */
  close(): Promise<void>
}

export type SimulatedRequest = {
  url: string
  body: string
  headers: Readonly<Record<string, string>>
  address: string
}

/** Opens the real money path as the server composes it, over the ports of a simulation. */
export async function startServer(ports: ServerPorts): Promise<SimulatedServer> {
  const { world, process, request, advances, report } = ports
  const nowMs = () => world.wallMs(process)
  const database = whenUnavailable(ports.database)
  const record = openPaymentRecord(database)
  const store = openAccessStore(database)
  const served = createServedSettlements(database, nowMs, record.limits)
  const access = openAccess({
    store,
    nowMs,
    report,
    requestsPerMinute: 1_000_000,
    unpaidFetchesPerMinute: 1_000_000,
    pendsAbove: ports.pendsAbove,
  })
  const { running } = access
  const refunds = await scheduleRefunds({ store, running, isAlone: !ports.channel, nowMs, report })

  let closeSettlement = async () => {}
  const own = async () => {
    const { channel } = ports
    const openChannel = async (_: Hex, hear: (line: string) => void) => ({
      publish: channel!(hear),
      close: async () => {},
    })
    const shared =
      channel &&
      (await shareSigner({ database, record, served, openChannel, report })(settler.address))
    const spending = createGasSpending(database)
    const gas = ports.gas && gasTermsOf(ports.gas, { request }, { spending, nowMs, report })
    const alone = openLocalFacilitator({
      ...defined({ gasTerms: gas?.gasTerms }),
      request: (ports.isFenced ? shared?.fence(request) : undefined) ?? request,
      signer: settler,
      nowMs,
    })
    closeSettlement = async () => {
      await alone.stop()
      await shared?.close()
    }
    return (await shared?.share(alone)) ?? alone
  }
  const remote = async (url: string) => {
    const terms = { url, maxTimeoutSeconds, nowMs }
    const doubting = await createRemoteFacilitator({ ...terms, chain: { request } })
    if (ports.doubtsFacilitator) return doubting
    const { settle } = await createRemoteFacilitator(terms)
    return { ...doubting, settle }
  }
  const { facilitatorUrl: url } = ports
  const facilitator = ports.wrapFacilitator(url === undefined ? await own() : await remote(url))

  const { paymentPorts: plain, answerFree } = createPaymentPorts({
    schema,
    preflight,
    bytesOf,
    facilitator,
    record,
    payTo,
    maxTimeoutSeconds,
    report,
    nowMs,
    connectors: connectorContext,
    usesRestingSource: () => false,
    boughtOf: boughtOf(connectors),
    ...access,
    isOfPayer: async () => false,
  })
  const settledFirst = ports.wrapPorts(plain, store)
  const collector = openCollector({ facilitator, record: settledFirst.record, report, nowMs })
  const paymentPorts = advances ? advancing(settledFirst, advances, collector) : settledFirst
  const finality = createFinality(
    {
      finalityDepth: undefined,
      facilitator: url === undefined ? { mode: 'local' } : { mode: 'remote', url },
    },
    { storage: { database, store }, settlement: { facilitator, chain: { request } }, nowMs },
  )
  const watched = ports.followsFinality ? { finality } : {}
  const reconciling = ports.reconciles
    ? await startReconciling({ paymentPorts, collector, facilitator, report, ...watched })
    : undefined

  const answerTopUp = createTopUps({ paymentPorts, access, maxTimeoutSeconds, report })
  const requests = createRequests({
    contract,
    paymentPorts,
    scope,
    maxTimeoutSeconds,
    answerFree,
    report,
    gate: access.gate,
  })
  const stoppable = {
    process,
    open: 0,
    isStopping: false,
    async close() {
      await reconciling?.stop()
      await closeSettlement()
      clearInterval(refunds)
      await database.close()
    },
  }
  if (ports.hasRoutes) {
    const parts = { world, requests, access, paymentPorts: settledFirst, maxTimeoutSeconds, report }
    return { ...stoppable, post: await openRoutes(parts) }
  }
  return {
    ...stoppable,
    async post({ url, body, headers, address }) {
      const payment = readPresented(headers['payment-signature'])
      const { pathname } = new URL(url)
      if (pathname.endsWith('/claim')) return claim(payment)
      if (pathname === topUpPath) return topUp(payment, { url, body, address })
      const { query, variables } = JSON.parse(body) as { query: string; variables: object }
      return requests.answer({
        operation: {
          characters: body.length,
          read: () => ({ query, variables: { ...variables }, operationName: undefined }),
        },
        payment,
        url,
        sender: { authorization: headers['authorization'], address },
        idempotencyKey: headers['idempotency-key'],
      })
    },
  }

  async function topUp(
    payment: ReturnType<typeof readPresented>,
    { url, body, address }: Omit<SimulatedRequest, 'headers'>,
  ): Promise<HttpAnswer> {
    const asked = { payment, proof: undefined, url, sender: { address } }
    try {
      const bought = readTopUp(body, { url, organisation: undefined })
      const { isNew, ...answer } = await answerTopUp(bought, asked)
      if (isNew) settledFirst.refundFetches({ address })
      return answer
    } catch (thrown) {
      return errorAnswer(underPayment(fiqErrorOf(thrown, report), payment))
    }
  }

  async function claim(payment: ReturnType<typeof readPresented>): Promise<HttpAnswer> {
    const headers = { 'content-type': 'application/json' }
    try {
      if (payment === undefined || payment instanceof FiqError) throw new Error('No payment.')
      const claimed = await claimOwed({ payment, address: 'a' }, { ...paymentPorts, ...access })
      return { status: 200, headers, body: JSON.stringify({ claimed }) }
    } catch (error) {
      const status = error instanceof FiqError ? error.status : 500
      return { status, headers, body: '{}' }
    }
  }
}
