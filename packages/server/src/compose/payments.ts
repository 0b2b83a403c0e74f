import { disclaimers } from '@fiq/shared/catalog/disclaimers'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { foldRows } from '@fiq/shared/payment/quote'
import { creditsFor } from '@fiq/shared/pricing/price-plan'
import { digestOf } from '@fiq/shared/pricing/price-request'
import type { GraphQLSchema } from 'graphql'
import { type Credits, creditsIn, type Debit } from '../credits/credits.ts'
import { failedShare } from '../credits/failed-share.ts'
import { type ExecutionOutcome, executeRequest, type GrantedRequest } from '../execution/execute.ts'
import { jsonInTurns } from '../execution/json-pieces.ts'
import { openExecutor } from '../execution/open-executor.ts'
import type { Preflight } from '../execution/preflight.ts'
import type { SourceEntry } from '../execution/resolver.ts'
import { openFetchBudgets, type Requester } from '../payments/fetch-budgets.ts'
import { openFirstAnswers } from '../payments/first-answers.ts'
import { openInFlight } from '../payments/in-flight.ts'
import { keepBody } from '../payments/large/keep-body.ts'
import { openLargeMaking } from '../payments/large/large-making.ts'
import { openOwedAnswers } from '../payments/owed-answers.ts'
import type { PaidAnswer, PaymentPorts } from '../payments/ports.ts'
import type { PaymentProofs } from '../payments/proof/prove-payment.ts'
import { openUnprovenAttempts } from '../payments/proof/unproven-attempts.ts'
import { openProvingTurns } from '../rate-limit/proving-turns.ts'
import type { RateLimit } from '../rate-limit/rate-limit.ts'
import type { RequestGate } from '../rate-limit/request-gate.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import { budgetedContext } from '../sources/budgeted-context.ts'
import type { ConnectorContext } from '../sources/connector.ts'
import type { PaymentRecord, PaymentRow } from '../storage/payments/payment-record.ts'

/** What the payment ports are made of. */
export type PaymentPortsParts = {
  schema: GraphQLSchema
  connectors: ConnectorContext
  preflight: Preflight
  /** Bytes that an answer may take. */
  bytesOf(priced: GrantedRequest): number
  /** May the operation use a source that is being left alone? */
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

/** The money path's ports over the real schema, record and facilitator; and the free path. */
export function createPaymentPorts(parts: PaymentPortsParts): {
  paymentPorts: PaymentPorts
  answerFree(priced: GrantedRequest, requester: Requester): Promise<string>
} {
  const { schema, connectors, preflight, facilitator, record, payTo, report, nowMs } = parts
  const { usesRestingSource, gate, credits, isOfPayer } = parts
  const execute = openExecutor(schema)
  const run = (priced: GrantedRequest, ports = connectors) =>
    executeRequest(execute, priced, ports, report)
  const budgets = openFetchBudgets({ spend: gate.spendFetch, credits, nowMs })
  const unpaid = (requester: Requester = {}) => budgetedContext(connectors, budgets.of(requester))
  const { inTurn } = openProvingTurns()
  const isFirst = openFirstAnswers()
  const keeper = { large: record.large, rowBytesMax: record.limits.answerBytesMax, nowMs }

  const paymentPorts: PaymentPorts = {
    preflight: (priced, requester) => preflight(priced, unpaid(requester)),
    async rehearse(priced, requester) {
      if (usesRestingSource(priced)) refuseWhollyFailed(await run(priced, unpaid(requester)))
    },
    sold: budgets.sold,
    digestOf,
    payTo,
    facilitator,
    record,
    inFlight: openInFlight<PaidAnswer>(),
    inTurn,
    maxTimeoutSeconds: parts.maxTimeoutSeconds,
    proofs: { isOfPayer, refusal: openUnprovenAttempts(parts.limit) },
    admitPayer: gate.admitPayer,
    credits,
    async answer(priced, paid) {
      const outcome = await run(priced)
      refuseWhollyFailed(outcome)
      const { payer, nonce, transaction, logIndex } = paid
      const { state, signed } = paid
      // Executed again: the answer that stands was given before, and with it what it lacked.
      const charged = state === 'answered' ? 0 : creditsFor(signed.authorization.value)
      const share = failedShare(priced, outcome, charged)
      return {
        status: 200,
        body: await keepBody(
          bodyOf(priced, outcome, {
            payment: paidBy(paid, share),
            isFirst: isFirst(payer, nonce),
          }),
          { payer, nonce },
          keeper,
        ),
        ...(transaction
          ? { paymentResponse: paymentResponseHeader({ transaction, payer, logIndex }) }
          : {}),
        ...(share > 0 ? { failed: share } : {}),
      }
    },
    giftForFailed: credits.giftForFailed,
    async answerOnCredits(priced, debit) {
      const outcome = await run(priced)
      refuseWhollyFailed(outcome)
      const share = failedShare(priced, outcome, debit.credits)
      const payment = chargedTo(debit, share)
      const sold = { payment, isFirst: isFirst(debit.organisation, debit.id) }
      const body = await keepBody(bodyOf(priced, outcome, sold), { debit: debit.id }, keeper)
      return { status: 200, body, ...(share > 0 ? { failed: share } : {}) }
    },
    owed: openOwedAnswers(record, nowMs),
    sizing: { bytesOf: parts.bytesOf, making: openLargeMaking() },
    nowMs,
  }
  const answerFree = async (priced: GrantedRequest, requester: Requester) =>
    jsonInTurns(bodyOf(priced, await run(priced, unpaid(requester))))
  return { paymentPorts, answerFree }
}

/** What the error of a field carries of the {@link FiqError} behind it. */
type FieldFault = { code?: string; facts?: readonly string[]; remedy?: string }

/** Every root field is null and there are errors: the payer got nothing. */
function refuseWhollyFailed({ data, errors }: ExecutionOutcome): void {
  const first = errors?.find(({ extensions }) => extensions['code'] !== 'TIER_DENIED')
  if (!first) return
  if (data !== null && Object.values(data).some((value) => value !== null)) return
  const { code, facts, remedy } = first.extensions as FieldFault
  throw new FiqError('UPSTREAM_UNAVAILABLE', first.message, {
    facts: [`Code: ${String(code)}`, ...(facts ?? [])],
    ...(remedy && { remedy }),
  })
}

/** `extensions.payment` of an answer that USDC paid, or is going to. */
function paidBy({ payer, transaction, signed }: PaymentRow, share: number) {
  return {
    state: transaction ? 'settled' : 'reserved',
    amount: formatUsdc(signed.authorization.value),
    payer,
    ...(transaction ? { transaction } : {}),
    ...(share > 0 ? { credited: { credits: share, wallet: payer } } : {}),
  }
}

/** `extensions.payment` of an answer that credits paid. */
function chargedTo({ credits, organisation, balance }: Debit, share: number) {
  return {
    state: 'charged',
    credits: credits - share,
    organisation,
    creditsLeft: creditsIn(balance) + share,
    ...(share > 0 ? { credited: { credits: share, organisation } } : {}),
  }
}

function bodyOf(
  { price }: GrantedRequest,
  { data, errors, sources, warnings }: ExecutionOutcome,
  sold?: { payment: Readonly<Record<string, unknown>>; isFirst: boolean },
): object {
  const allWarnings = [...sources.filter(({ stale }) => stale).map(staleWarning), ...warnings]
  const extensions = {
    ...(price.credits > 0
      ? {
          cost: {
            credits: price.credits,
            amount: formatUsdc(price.amount),
            rows: foldRows(price.rows),
          },
        }
      : {}),
    ...(sources.length > 0 ? { sources } : {}),
    ...(sold ? { payment: sold.payment } : {}),
    ...(sold?.isFirst ? { disclaimers } : {}),
    ...(allWarnings.length > 0 ? { warnings: allWarnings } : {}),
  }
  return {
    ...(errors ? { errors } : {}),
    data,
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  }
}

function staleWarning({ path, asOf }: SourceEntry): string {
  return `${path} is as of ${asOf ?? 'an unknown time'}: older than its area allows`
}
