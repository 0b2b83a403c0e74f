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

/** Maximum bytes of the cached quote results, by header without secret. */
const quotesBytesMax = 16 * 1024 * 1024

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
  /** The text of a result, split at the secret. */
  const quotes = new LRUCache<string, readonly string[]>({
    maxSize: bytesMax,
    sizeCalculation: (parts, key) => 2 * (key.length + parts.join('').length) + 500,
  })
  return ({ status, headers, body, link }, binding = 'tool-result') => {
    const quote = headers['payment-required']
    if (quote === undefined)
      return toolResult(frame, body, status === 200, {
        receipt: decodeHeader(headers['payment-response']),
        link,
      })
    const wasTried = body !== '{}'
    const secret = secretPlace.read(quote)
    const cacheKey = `${binding} ${secretPlace.after(quote)}`
    const cached = wasTried ? undefined : quotes.get(cacheKey)
    if (cached) return cached.join(secret)
    const content = JSON.stringify(
      quoteContent(decodeHeader(quote) as Json, JSON.parse(body) as Json),
    )
    const result =
      binding === 'extension'
        ? `{"resultType":"payment_required","paymentRequired":${content},"_meta":${JSON.stringify(frame.meta)}}`
        : toolResult(frame, content, false)
    if (!wasTried) quotes.set(cacheKey, result.split(secret))
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
