import { defined } from '@fiq/shared/defined'
import type { FiqError } from '@fiq/shared/errors'
import { decodeHeader } from '@fiq/shared/payment/header-codec'
import { secretPlace } from '@fiq/shared/payment/payment-required'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { LRUCache } from 'lru-cache'
import type { HttpAnswer } from '../http-answer.ts'
import type { ResourceLink } from './answers/fit-answer.ts'

type Json = Record<string, unknown>

/** Keys of `_meta` in the MCP transport of x402 v2. */
export const paymentKey = 'x402/payment'
const receiptKey = 'x402/payment-response'
/** Our key for a fresh signature of the payer about the payment, as JSON. */
export const proofKey = 'fiq/payment-proof'

/** Maximum bytes of the cached quote results of each binding. */
const quotesBytesMax = 8 * 1024 * 1024
/** Estimated bytes of the quote by which a result is cached. */
const keyBytes = 8_000

/** Additions of the stateless version to each result: JSON members, and keys of `_meta`. */
export type ResultFrame = { members: string; meta: Json }

/** @param binding - The form of a quote. */
export type ToResult = (
  answer: HttpAnswer & { link?: ResourceLink | undefined },
  binding?: 'tool-result' | 'extension',
) => string

/**
 * Serialises an answer as a tool result: the same JSON as structured content and as text. A refusal
 * has `isError`, so that the model reads the reason. A 402 contains its quote in both places. A
 * receipt is in `_meta`. With the payment extension, a quote is a result with a type of its own.
 */
export function createToolResult(
  frame: ResultFrame = { members: '', meta: {} },
  bytesMax = quotesBytesMax,
): ToResult {
  /** The text of a result, split at the secret, by the cached quote. */
  const openCache = () =>
    new LRUCache<object, readonly string[]>({
      maxSize: bytesMax,
      sizeCalculation: (parts) => 2 * parts.join('').length + keyBytes,
    })
  const caches = { 'tool-result': openCache(), extension: openCache() }
  return ({ status, headers, body, link, quoted }, binding = 'tool-result') => {
    const header = headers['payment-required']
    if (header === undefined)
      return toolResult(frame, body, status === 200, {
        receipt: decodeHeader(headers['payment-response']),
        link,
      })
    const cached = quoted && caches[binding].get(quoted.secretless)
    if (cached) return cached.join(quoted.secret)
    const quote = quoted ? secretPlace.write(header, quoted.secret) : header
    const content = JSON.stringify(
      quoteContent(decodeHeader(quote) as Json, JSON.parse(body) as Json),
    )
    const result =
      binding === 'extension'
        ? `{"resultType":"payment_required","paymentRequired":${content},"_meta":${JSON.stringify(frame.meta)}}`
        : toolResult(frame, content, false)
    if (quoted) caches[binding].set(quoted.secretless, result.split(quoted.secret))
    return result
  }
}

const ofLink = { mimeType: 'application/json' }

/** @param body - JSON of an object. It is copied into the result twice and never parsed. */
function toolResult(
  { members, meta }: ResultFrame,
  body: string,
  isFine: boolean,
  { receipt, link }: { receipt?: unknown; link?: ResourceLink | undefined } = {},
): string {
  const error = isFine ? '' : ',"isError":true'
  const linked = link ? `,${JSON.stringify({ type: 'resource_link', ...link, ...ofLink })}` : ''
  const all = receipt === undefined ? meta : { [receiptKey]: receipt, ...meta }
  const metaText = Object.keys(all).length > 0 ? `,"_meta":${JSON.stringify(all)}` : ''
  return `{${members}"content":[{"type":"text","text":${JSON.stringify(body)}}${linked}],"structuredContent":${body}${error}${metaText}}`
}

const paymentPrompt = `This call has a price: sign an offer and repeat the call with _meta["${paymentKey}"].`

/** The quote, with the errors of a payment that was tried: where the money is, and the remedy. */
function quoteContent(required: Json, tried: Json): Json {
  const [error] = (tried['errors'] ?? []) as { extensions: ReturnType<FiqError['toJSON']> }[]
  const failed = error?.extensions.code === 'SETTLEMENT_FAILED'
  return {
    ...required,
    ...(error ? tried : { error: paymentPrompt }),
    ...defined({ [receiptKey]: failed ? failedSettlement(error.extensions.facts) : undefined }),
  }
}

/** An x402 SettlementResponse of a failed settlement. */
function failedSettlement(facts: readonly string[]): Json {
  const errorReason = facts.find((fact) => fact.startsWith('Reason: '))?.slice('Reason: '.length)
  return { success: false, errorReason, transaction: '', network: usdcOnBase.network }
}
