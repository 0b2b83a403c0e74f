import type { FiqError } from '@fiq/shared/errors'
import { decodeHeader } from '@fiq/shared/payment/header-codec'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { HttpAnswer } from '../http-answer.ts'

type Json = Record<string, unknown>

/** Keys of `_meta` by the MCP transport of x402 v2. */
export const paymentKey = 'x402/payment'
const receiptKey = 'x402/payment-response'

/**
 * An answer as a tool result: the same JSON as structured content and as text. What is refused is a
 * result with `isError`, so that the model reads what went wrong; a 402 is its quote, plain in both
 * places; a receipt stands in `_meta`.
 */
export function toolResult({ status, headers, body }: HttpAnswer): CallToolResult {
  const quote = headers['payment-required']
  if (quote !== undefined) return quoteResult(decodeHeader(quote) as Json, JSON.parse(body) as Json)
  const receipt = decodeHeader(headers['payment-response'])
  return {
    content: [{ type: 'text', text: body }],
    structuredContent: JSON.parse(body) as Json,
    ...(status === 200 ? {} : { isError: true }),
    ...(receipt === undefined ? {} : { _meta: { [receiptKey]: receipt } }),
  }
}

/** A value of ours as a result. */
export function valueResult(value: Json): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
}

const askToPay = `This call has a price: sign an offer and repeat the call with _meta["${paymentKey}"].`

/** The errors stand beside the quote when a payment was tried: where the money is, and what to do. */
function quoteResult(required: Json, tried: Json): CallToolResult {
  const [error] = (tried['errors'] ?? []) as { extensions: ReturnType<FiqError['toJSON']> }[]
  const failed = error?.extensions.code === 'SETTLEMENT_FAILED'
  const content = {
    ...required,
    ...(error ? tried : { error: askToPay }),
    ...(failed ? { [receiptKey]: failedSettlement(error.extensions.facts) } : {}),
  }
  return { ...valueResult(content), isError: true }
}

/** A SettlementResponse of x402 that did not succeed. */
function failedSettlement(facts: readonly string[]): Json {
  const errorReason = facts.find((fact) => fact.startsWith('Reason: '))?.slice('Reason: '.length)
  return { success: false, errorReason, transaction: '', network: usdcOnBase.network }
}
