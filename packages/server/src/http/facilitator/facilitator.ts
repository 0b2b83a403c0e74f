import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { requirementsSchema } from '@fiq/shared/payment/payment-required'
import { type Payment, readPaymentPayload } from '@fiq/shared/payment/payment-signature'
import { sameAddress, usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { SettleResponse, VerifyResponse } from '@x402/core/types'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { parseBody } from '../../accounts/parse-body.ts'
import type { RequestGate } from '../../rate-limit/request-gate.ts'
import type { ChainPort } from '../../settlement/chain/chain-reads.ts'
import { type Facilitator, isOverUnused, type PaymentTerms } from '../../settlement/facilitator.ts'
import type { SettledBy } from '../../storage/payments/payment-record.ts'
import type { ServedSettlements } from '../../storage/settlement/served-settlements.ts'
import { errorAnswer, fiqErrorOf, sendAnswer } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { requestIdentityOf } from '../request-identity.ts'
import { createVerifyInTurn, type VerifyInTurn } from './verify-in-turn.ts'

/** Ports for settling on behalf of other servers. */
export type FacilitatorPorts = {
  facilitator: Facilitator
  /** Simulates payments before settlement. */
  chain: ChainPort
  /**
   * Records sent settlements, because a resource server may repeat its request before they are
   * mined.
   */
  sent: Pick<ServedSettlements, 'sent' | 'broadcast'>
  /** Counts each request, check of a wallet contract and search for a settlement by its address. */
  gate: Pick<RequestGate, 'admit' | 'spendFetch'>
  nowMs(): number
  report(error: unknown): void
}

/** A refusal before the signature is checked. Codes of the x402 SDK. */
type Fault = { reason: string; message: string }
type SettlementRequest = { payment: Payment; terms: PaymentTerms }

/**
 * Our facilitator for other resource servers, in the wire format of x402 v2. It accepts any payee
 * and amount, but only exact payments in USDC on Base.
 *
 * A refused payment is answered with status 200 and the reason. An unknown outcome is answered with
 * 503, never as a refusal: the money may have moved, and a repeated request returns the outcome.
 */
export function facilitatorSurface(app: FastifyInstance, ports: FacilitatorPorts): void {
  const { facilitator, report } = ports
  const inTurnOf = createVerifyInTurn(ports)
  const answering =
    (answer: (body: string, inTurn: VerifyInTurn) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const sender = requestIdentityOf(request)
        const { headers } = await ports.gate.admit(sender)
        const response = await answer(bodyText(request), inTurnOf(sender.address))
        return await reply.headers({ ...headers, 'cache-control': 'no-store' }).send(response)
      } catch (thrown) {
        return sendAnswer(reply, errorAnswer(unansweredAs(thrown, report)))
      }
    }

  app.get(
    '/facilitator/supported',
    answering(() => facilitator.supported()),
  )
  app.post(
    '/facilitator/verify',
    answering((body, inTurn) => verify(body, ports, inTurn)),
  )
  app.post(
    '/facilitator/settle',
    answering((body, inTurn) => settle(body, ports, inTurn)),
  )
}

async function verify(
  body: string,
  ports: FacilitatorPorts,
  inTurn: VerifyInTurn,
): Promise<VerifyResponse> {
  const settlement = readSettlementRequest(body, ports.nowMs())
  if ('reason' in settlement)
    return { isValid: false, invalidReason: settlement.reason, invalidMessage: settlement.message }
  const { payment, terms } = settlement
  const verified = await inTurn.simulate(payment, terms)
  const { payer } = verified
  if (verified.isValid) {
    await inTurn.refund()
    return { isValid: true, payer }
  }
  return { isValid: false, invalidReason: verified.reason, invalidMessage: verified.message, payer }
}

async function settle(
  body: string,
  ports: FacilitatorPorts,
  inTurn: VerifyInTurn,
): Promise<SettleResponse> {
  const wanted = readSettlementRequest(body, ports.nowMs())
  if ('reason' in wanted) return settlementFailure(wanted)
  const { facilitator } = ports
  const { payment, terms } = wanted
  const verified = await inTurn.verify(payment, terms)
  const { payer } = verified
  const sent = await ports.sent.sent(payment)
  if (!verified.isValid) {
    const settled = await settledBefore(wanted, ports, { sent, inTurn })
    if (settled) await inTurn.refund()
    return settled ?? settlementFailure(verified, payer)
  }
  if (sent === undefined) await facilitator.waitForFee?.(payment)
  const settlement = await facilitator.settle(payment, {
    onBroadcast: (transaction) => ports.sent.broadcast(payment, transaction),
    sent,
  })
  if (settlement.outcome !== 'refused') await inTurn.refund()
  if (settlement.outcome === 'unknown') throw new FiqError('SETTLEMENT_PENDING', settlement.message)
  if (settlement.outcome === 'refused') return settlementFailure(settlement, payer)
  return settlementSuccess(settlement, wanted)
}

/**
 * Whether this payment settled before. The payment may have expired because our response was lost,
 * or its transaction may be mined while the chain's clock is behind ours: it is settled all the
 * same. Anybody can name an expired payment, so the search for one that was not sent here is charged.
 */
async function settledBefore(
  settlement: SettlementRequest,
  { facilitator, nowMs }: FacilitatorPorts,
  { sent, inTurn }: { sent: Hex | undefined; inTurn: Pick<VerifyInTurn, 'search'> },
) {
  const { to, value, validBefore } = settlement.payment.authorization
  const { amount, payTo } = settlement.terms
  const isExpired = Number(validBefore) * 1_000 <= nowMs()
  const isOver = isExpired || sent !== undefined
  if (!isOver || value !== amount || !sameAddress(to, payTo)) return undefined
  const find = () => facilitator.findSettlement(settlement.payment)
  const found = await (sent === undefined ? inTurn.search(find) : find())
  if (found.outcome === 'settled') return settlementSuccess(found, settlement)
  const mayMove =
    found.outcome === 'unused' &&
    sent !== undefined &&
    !isOverUnused(settlement.payment.authorization, found)
  if (found.outcome === 'unknown' || mayMove)
    throw new FiqError('SETTLEMENT_PENDING', 'The chain has no result for the payment.')
  return undefined
}

function settlementSuccess(
  { transaction, logIndex }: SettledBy,
  { payment, terms }: SettlementRequest,
): SettleResponse {
  return {
    success: true,
    transaction,
    network: usdcOnBase.network,
    payer: payment.authorization.from,
    amount: String(terms.amount),
    ...defined({ extra: logIndex === undefined ? undefined : { logIndex } }),
  }
}

function settlementFailure({ reason, message }: Fault, payer?: string): SettleResponse {
  return {
    success: false,
    errorReason: reason,
    errorMessage: message,
    transaction: '',
    network: usdcOnBase.network,
    ...defined({ payer }),
  }
}

const bodySchema = z.object({ paymentPayload: z.unknown(), paymentRequirements: z.unknown() })

/**
 * Parses the payment and its terms, or returns the reason why this facilitator cannot settle it.
 *
 * @throws FiqError if the body is not JSON.
 */
function readSettlementRequest(text: string, nowMs: number): SettlementRequest | Fault {
  const body = bodySchema.safeParse(parseBody(text))
  if (!body.success)
    throw new FiqError(
      'BAD_REQUEST',
      'The body must be { "x402Version": 2, "paymentPayload": {…}, "paymentRequirements": {…} }.',
    )
  const { paymentPayload, paymentRequirements } = body.data
  const requirements = requirementsSchema.safeParse(paymentRequirements)
  if (!requirements.success) return requirementsFault(requirements.error.issues[0]?.path.join('.'))
  const payment = readPaymentPayload(paymentPayload)
  if (typeof payment === 'string') return { reason: 'invalid_payload', message: payment }
  const { amount, payTo, maxTimeoutSeconds } = requirements.data
  const nowSeconds = Math.floor(nowMs / 1_000)
  return { payment, terms: { amount, payTo, maxTimeoutSeconds, nowSeconds } }
}

const { scheme, network, asset } = usdcOnBase

function requirementsFault(path = ''): Fault {
  const reasons: Readonly<Record<string, string>> = {
    scheme: 'unsupported_scheme',
    network: 'invalid_network',
  }
  return {
    reason: reasons[path] ?? 'invalid_payment_requirements',
    message: `${path || 'paymentRequirements'} is not valid. This facilitator settles ${scheme} on ${network} in ${asset}.`,
  }
}

/** An unexpected failure leaves the outcome unknown, because the payment may have been sent. */
function unansweredAs(thrown: unknown, report: (error: unknown) => void): FiqError {
  const error = fiqErrorOf(thrown, report)
  if (error.code !== 'INTERNAL' && error.code !== 'STORE_UNAVAILABLE') return error
  return new FiqError(
    'SETTLEMENT_PENDING',
    'The node of the chain did not answer. Send the request again.',
  )
}
