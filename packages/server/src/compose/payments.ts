import { defined } from '@fiq/shared/defined'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { creditsFor } from '@fiq/shared/pricing/price-plan'
import { type Contract, digestOf } from '@fiq/shared/pricing/price-request'
import { tariff } from '@fiq/shared/schema/contract'
import type { GraphQLSchema } from 'graphql'
import type { ServerConfig } from '../config/config.ts'
import { connectors } from '../connectors/connectors.ts'
import type { Credits } from '../credits/credits.ts'
import { failedShare } from '../credits/failed-share.ts'
import { answerBytesOf } from '../execution/answer-size.ts'
import { buildSchema } from '../execution/build-schema.ts'
import { createExecutor } from '../execution/create-executor.ts'
import { executeRequest, type GrantedRequest } from '../execution/execute.ts'
import { jsonInTurns } from '../execution/json-pieces.ts'
import { type Preflight, preflightOf } from '../execution/preflight.ts'
import { restingSources } from '../execution/resting-sources.ts'
import type { AnswerFree } from '../http/query/schema-answers.ts'
import { measuredFacilitator } from '../observability/measured.ts'
import { tracedFacilitator, tracedPaymentPorts } from '../observability/traces.ts'
import { bodyOf, chargedTo, paidBy, refuseWhollyFailed } from '../payments/answer-body.ts'
import { boughtOf } from '../payments/bought-of.ts'
import { advancing, openCollector } from '../payments/collect-advances.ts'
import type { Faults } from '../payments/fault-points.ts'
import { createFetchBudgets, type Requester } from '../payments/fetch-budgets.ts'
import { createFirstAnswers } from '../payments/first-answers.ts'
import { createInFlight } from '../payments/in-flight.ts'
import { createLargeMaking } from '../payments/large/large-making.ts'
import { type BodyStorage, storeBody } from '../payments/large/store-body.ts'
import { createOwedAnswers } from '../payments/owed-answers.ts'
import type { PaidAnswer, PaymentPorts } from '../payments/ports.ts'
import { createPayerProofs } from '../payments/proof/prove-payer.ts'
import type { PaymentProofs } from '../payments/proof/prove-payment.ts'
import { createUnprovenAttempts } from '../payments/proof/unproven-attempts.ts'
import { type ReconcileNow, startReconciling } from '../payments/reconcile/start-reconciling.ts'
import { createRehearsal } from '../payments/rehearse.ts'
import { createAddressTurns } from '../rate-limit/address-turns.ts'
import type { RateLimit } from '../rate-limit/rate-limit.ts'
import type { RequestGate } from '../rate-limit/request-gate.ts'
import { createWalletChecks } from '../rate-limit/wallet-checks.ts'
import { walletSignatureCheckOf } from '../settlement/chain/chain-reads.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import { budgetedContext, type FetchBudget } from '../sources/budgeted-context.ts'
import type { ConnectorContext } from '../sources/connector.ts'
import type { PaymentRecord } from '../storage/payments/payment-record.ts'
import { beginTariff, type EarlierTariff } from '../storage/terms/earlier-tariff.ts'
import { createFinality } from './finality.ts'
import type { Observability } from './observability.ts'
import { maxTimeoutSeconds, type Settlement } from './settlement.ts'
import type { Sources } from './sources.ts'
import type { Storage } from './storage.ts'

/** The money path, and the background work on payments. */
export type Payments = {
  contract: Contract
  /**
   * The previous tariff, accepted for quotes that were made shortly before this one took effect.
   */
  earlier: EarlierTariff | undefined
  paymentPorts: PaymentPorts
  answerFree: AnswerFree
  walletCheckOf: ReturnType<typeof createWalletChecks>
  reconcileNow: ReconcileNow
  close(): Promise<void>
}

type PaymentsParts = {
  storage: Pick<Storage, 'database' | 'record' | 'access' | 'store'>
  sources: Pick<Sources, 'context' | 'restingHosts'>
  settlement: Pick<Settlement, 'facilitator' | 'payTo' | 'chain' | 'gas'>
  observability: Pick<Observability, 'metrics' | 'traces'>
  faults: Faults
  report(error: unknown): void
  nowMs(): number
}

/** Opens the money path. First reconciles the payments that an earlier run left unfinished. */
export async function openPayments(config: ServerConfig, parts: PaymentsParts): Promise<Payments> {
  const { storage, sources, settlement, observability, faults, report, nowMs } = parts
  const { database, record, access } = storage
  const { metrics, traces } = observability
  const { publicUrl } = config
  const schema = buildSchema(connectors)
  const quoted = { nowMs: nowMs(), quotedMs: maxTimeoutSeconds * 1_000 }
  const earlier = await beginTariff(database, tariff, quoted)
  const walletCheckOf = createWalletChecks(walletSignatureCheckOf(settlement), access.gate)

  // Every decorator of the payment ports, innermost first.
  const facilitator = decorated(settlement.facilitator, [
    (inner) => measuredFacilitator(inner, metrics),
    traces && ((inner) => tracedFacilitator(inner, traces)),
  ])
  const { paymentPorts: plain, answerFree } = createPaymentPorts({
    schema,
    connectors: sources.context,
    preflight: preflightOf(connectors, schema),
    boughtOf: boughtOf(connectors),
    bytesOf: answerBytesOf(connectors, schema),
    usesRestingSource: restingSources(connectors, sources.context.enabled, sources.restingHosts),
    facilitator,
    record,
    payTo: settlement.payTo,
    ...access,
    isOfPayer: createPayerProofs({ ...access.accounts, publicUrl, walletCheckOf }),
    maxTimeoutSeconds,
    report,
    nowMs,
  })
  const settledFirst = decorated(plain, [
    traces && ((inner) => tracedPaymentPorts(inner, traces)),
    faults.paymentPorts,
  ])
  const collector = openCollector({ facilitator, record: settledFirst.record, report, nowMs })
  const paymentPorts = decorated(settledFirst, [
    config.settlement === 'async' && ((inner) => advancing(inner, config, collector)),
  ])

  const { chain, gas } = settlement
  const finality = createFinality(config, { storage, settlement: { facilitator, chain }, nowMs })
  const due = { paymentPorts, collector, facilitator, finality, gas, report }
  const { now: reconcileNow, stop: close } = await startReconciling(due)
  const contract = { schema, tariff }
  return { contract, earlier, paymentPorts, answerFree, walletCheckOf, reconcileNow, close }
}

function decorated<port>(
  plain: port,
  decorators: readonly (((inner: port) => port) | false | undefined)[],
): port {
  return decorators.reduce<port>((inner, decorate) => (decorate ? decorate(inner) : inner), plain)
}

/** Parts that implement the payment ports. */
export type PaymentPortsParts = {
  schema: GraphQLSchema
  connectors: ConnectorContext
  preflight: Preflight
  /** Description of an operation, for the records. */
  boughtOf: PaymentPorts['boughtOf']
  /** Estimated JSON bytes of an answer. */
  bytesOf(priced: GrantedRequest): number
  /** Whether the operation uses a source that is paused after repeated failures. */
  usesRestingSource(priced: GrantedRequest): boolean
  facilitator: Facilitator
  record: PaymentRecord
  payTo: `0x${string}`
  gate: Pick<RequestGate, 'admitPayer' | 'spendFetch'>
  limit: RateLimit
  credits: Credits
  isOfPayer: PaymentProofs['isOfPayer']
  maxTimeoutSeconds: number
  report(error: unknown): void
  nowMs(): number
}

/**
 * Implements the payment ports over the schema, the record and the facilitator, and the path of
 * free queries.
 */
export function createPaymentPorts(parts: PaymentPortsParts): {
  paymentPorts: PaymentPorts
  answerFree: AnswerFree
} {
  const { schema, connectors, preflight, facilitator, record, payTo, report, nowMs } = parts
  const { gate, credits, isOfPayer, bytesOf } = parts
  const execute = createExecutor(schema)
  const run = (priced: GrantedRequest, ports = connectors) =>
    executeRequest(execute, priced, ports, report)
  const budgets = createFetchBudgets({ spend: gate.spendFetch, credits, nowMs })
  const within = (budget: FetchBudget | undefined) => budgetedContext(connectors, budget)
  const unpaid = (requester: Requester = {}) => within(budgets.of(requester))
  const isFirst = createFirstAnswers()
  const storageFor = createStorageFor(parts)
  const making = createLargeMaking()

  const paymentPorts: PaymentPorts = {
    preflight: (priced, requester) => preflight(priced, unpaid(requester)),
    rehearse: createRehearsal({
      ...parts,
      making,
      budgetOf: budgets.of,
      run: (priced, budget) => run(priced, within(budget)),
    }),
    refundFetches: budgets.refund,
    digestOf,
    boughtOf: parts.boughtOf,
    payTo,
    facilitator,
    record,
    inFlight: createInFlight<PaidAnswer>(),
    inTurn: createAddressTurns().inTurn,
    maxTimeoutSeconds: parts.maxTimeoutSeconds,
    proofs: { isOfPayer, refusal: createUnprovenAttempts(parts.limit) },
    unpaidBudget: budgets.of,
    admitPayer: gate.admitPayer,
    credits,
    async answer(priced, paid) {
      const outcome = await run(priced)
      refuseWhollyFailed(outcome)
      const { payer, nonce, transaction, logIndex, state, signed } = paid
      // Answered before: the credits for missing parts were given with the first answer.
      const charged = state === 'answered' ? 0 : creditsFor(signed.authorization.value)
      const share = failedShare(priced, outcome, charged)
      const sale = { payment: paidBy(paid, share), isFirst: isFirst(payer, nonce) }
      const body = bodyOf(priced, outcome, sale)
      const paymentResponse = transaction && paymentResponseHeader({ transaction, payer, logIndex })
      return {
        status: 200,
        body: await storeBody(body, { payer, nonce }, storageFor(priced)),
        ...defined({ paymentResponse, failed: share || undefined }),
      }
    },
    giftForFailed: credits.giftForFailed,
    async answerOnCredits(priced, debit) {
      const outcome = await run(priced)
      refuseWhollyFailed(outcome)
      const share = failedShare(priced, outcome, debit.credits)
      const payment = chargedTo(debit, share)
      const sale = { payment, isFirst: isFirst(debit.organisation, debit.id) }
      const body = bodyOf(priced, outcome, sale)
      const stored = await storeBody(body, { debit: debit.id }, storageFor(priced))
      return { status: 200, body: stored, ...defined({ failed: share || undefined }) }
    },
    owed: createOwedAnswers(record, nowMs),
    sizing: { bytesOf, making },
    nowMs,
  }
  const answerFree = async (priced: GrantedRequest, requester: Requester) =>
    jsonInTurns(bodyOf(priced, await run(priced, unpaid(requester))))
  return { paymentPorts, answerFree }
}

/**
 * Chooses where the answer to a request is stored: a large one outside the row of its payment.
 */
function createStorageFor({ record, nowMs }: Pick<PaymentPortsParts, 'record' | 'nowMs'>) {
  const { answerBytesMax } = record.limits
  return ({ storedAbove = answerBytesMax }: GrantedRequest): BodyStorage => ({
    large: record.large,
    rowBytesMax: Math.min(storedAbove, answerBytesMax),
    nowMs,
  })
}
