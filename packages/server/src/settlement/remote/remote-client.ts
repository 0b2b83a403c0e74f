import { FiqError } from '@fiq/shared/errors'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { offerOf } from '@fiq/shared/payment/payment-required'
import { sameAddress, usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { addressSchema, bytes32Schema, type Hex } from '@fiq/shared/payment/wire'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import * as z from 'zod'
import type { SupportedKinds } from '../facilitator.ts'
import { isRefusalReason, type Refusal, refusalOf } from '../refusal-reason.ts'

/** A facilitator's statement about a settlement. It proves nothing. */
export type ReportedSettlement =
  | { outcome: 'settled'; transaction: Hex }
  /** It failed, or its response is not understood. */
  | { outcome: 'unsettled'; message: string }

export type RemoteClient = {
  /**
   * Asks the facilitator whether it would settle a payment.
   *
   * @returns The facilitator's reason for refusing; `undefined` if it accepts.
   * @throws FiqError `SETTLEMENT_PENDING` if it cannot be reached.
   */
  verify(payment: SignedAuthorization): Promise<Refusal | undefined>
  /** Never rejects. After the payment was sent, every failure is an unknown outcome. */
  settle(payment: SignedAuthorization): Promise<ReportedSettlement>
  /** @throws The error that prevents a response. */
  supported(): Promise<SupportedKinds>
}

export type RemoteClientOptions = {
  url: string
  maxTimeoutSeconds: number
  verifyTimeoutMs?: number
  settleTimeoutMs?: number
}

const verifySchema = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().optional(),
  payer: z.string().optional(),
})
const settleSchema = z.object({
  success: z.boolean(),
  transaction: z.string(),
  network: z.string(),
  payer: z.string().optional(),
  amount: z.string().optional(),
  errorReason: z.string().optional(),
})
const kindSchema = z.object({
  x402Version: z.literal(2),
  scheme: z.literal(usdcOnBase.scheme),
  network: z.literal(usdcOnBase.network),
})

/**
 * Client of a remote facilitator: the stock client and types, with responses narrowed to the used
 * fields.
 */
export async function createRemoteClient(options: RemoteClientOptions): Promise<RemoteClient> {
  const { url, maxTimeoutSeconds, verifyTimeoutMs = 10_000, settleTimeoutMs = 30_000 } = options
  // Imported on demand, because most servers settle without a remote facilitator.
  const { HTTPFacilitatorClient } = await import('@x402/core/http')
  const verifier = new HTTPFacilitatorClient({ url, timeoutMs: verifyTimeoutMs })
  const settler = new HTTPFacilitatorClient({ url, timeoutMs: settleTimeoutMs })

  return {
    async verify(payment) {
      let answer: unknown
      try {
        answer = await verifier.verify(...wireOf(payment, maxTimeoutSeconds))
      } catch (error) {
        answer = refusalAnswer(error)
      }
      const reported = verifySchema.safeParse(answer)
      if (!reported.success)
        throw new FiqError('SETTLEMENT_PENDING', 'The facilitator did not answer the verification.')
      const { isValid, invalidReason, payer } = reported.data
      if (!isValid) return refusalNamed(invalidReason)
      if (payer && !sameAddress(payer, payment.authorization.from))
        return refusalOf('unexpected_verify_error', 'Its answer names another payer.')
      return undefined
    },

    async settle(payment) {
      try {
        const answer = await settler.settle(...wireOf(payment, maxTimeoutSeconds))
        return reportedSettlement(answer, payment)
      } catch (error) {
        const named = (error as { errorReason?: unknown }).errorReason
        const reason = typeof named === 'string' ? named : nameOf(error)
        return { outcome: 'unsettled', message: `The facilitator failed: ${printable(reason)}.` }
      }
    },

    async supported() {
      const { kinds, extensions, signers } = await verifier.getSupported()
      const own = kinds.flatMap((kind) => kindSchema.safeParse(kind).data ?? [])
      const addresses = Object.entries(signers).map(
        ([network, list]) =>
          [network, list.flatMap((one) => addressSchema.safeParse(one).data ?? [])] as const,
      )
      return { kinds: own, extensions, signers: Object.fromEntries(addresses) }
    },
  }
}

/** The payment in the form of x402. Terms and domain are ours, never the payer's. */
function wireOf(
  { authorization, signature }: SignedAuthorization,
  maxTimeoutSeconds: number,
): [PaymentPayload, PaymentRequirements] {
  const { value, validAfter, validBefore, ...rest } = authorization
  const requirements = offerOf({ amount: value, payTo: authorization.to, maxTimeoutSeconds })
  const texts = { value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}` }
  const payload = { signature, authorization: { ...rest, ...texts } }
  return [{ x402Version: 2, accepted: requirements, payload }, requirements]
}

/** The refusal in a 4xx error; `undefined` for any other error, which is no response. */
function refusalAnswer(error: unknown): unknown {
  const { statusCode, invalidReason } = error as { statusCode?: unknown; invalidReason?: unknown }
  const isAnswer = typeof statusCode === 'number' && statusCode < 500
  return isAnswer && invalidReason !== undefined ? { isValid: false, invalidReason } : undefined
}

function reportedSettlement(
  answer: unknown,
  { authorization }: SignedAuthorization,
): ReportedSettlement {
  const reported = settleSchema.safeParse(answer)
  if (!reported.success) return nonsense('in an unknown format')
  const { success, transaction, network, payer, amount, errorReason } = reported.data
  if (!success)
    return {
      outcome: 'unsettled',
      message: `The facilitator refuses: ${printable(errorReason ?? 'without a reason')}.`,
    }
  const hash = bytes32Schema.safeParse(transaction)
  if (!hash.success) return nonsense('success without a transaction')
  if (network !== usdcOnBase.network) return nonsense('success on another network')
  if (payer && !sameAddress(payer, authorization.from)) return nonsense('success for another payer')
  if (amount && amount !== String(authorization.value))
    return nonsense('success for another amount')
  return { outcome: 'settled', transaction: hash.data.toLowerCase() as Hex }
}

function nonsense(problem: string): ReportedSettlement {
  return { outcome: 'unsettled', message: `The facilitator answered ${problem}.` }
}

/** Reason names of the x402 specification that differ from those of its SDK. */
const sameReason: Readonly<Record<string, string>> = {
  insufficient_funds: 'invalid_exact_evm_insufficient_balance',
  invalid_exact_evm_payload_signature: 'invalid_exact_evm_signature',
  invalid_exact_evm_payload_recipient_mismatch: 'invalid_exact_evm_recipient_mismatch',
  invalid_exact_evm_payload_authorization_value:
    'invalid_exact_evm_payload_authorization_value_mismatch',
}

function refusalNamed(reason = 'no reason'): Refusal {
  const name = sameReason[reason] ?? reason
  if (isRefusalReason(name)) return refusalOf(name)
  return refusalOf('unexpected_verify_error', `Its answer: ${printable(reason)}.`)
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'it threw'
}

/** Makes text of another party printable: one short line. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 100)
}
