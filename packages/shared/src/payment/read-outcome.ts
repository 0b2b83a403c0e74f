import * as z from 'zod/mini'
import { jsonOf } from '../json.ts'
import { sanitise } from '../sanitise.ts'
import type { Authorization } from './authorization.ts'
import { decodeHeader } from './header-codec.ts'
import { readPaymentResponse } from './payment-response.ts'
import { type HttpAnswer, readResult } from './read-result.ts'
import { sameAddress } from './usdc-on-base.ts'

/**
 * The outcome of one attempt to deliver a signed payment.
 *
 * - `answered`: the server returned the data. Without a receipt the server settles later.
 * - `unanswered`: the server returned no data. A `final` outcome is not retried in this run: the
 *   server refuses the payment, or its response is unreadable. Neither proves that the payment
 *   cannot settle. A transaction proves that it did.
 */
export type Outcome = { is: 'answered'; transaction: string | undefined } | Unanswered

export type Unanswered = {
  is: 'unanswered'
  isFinal: boolean
  retryAfterMs: number | undefined
  /** Sanitised, at most 400 characters. The server's text unless `isOurs`. */
  reason: string
  isOurs?: true
  transaction: string | undefined
}

/** The signed terms of a payment, as the payer knows them. */
type SignedRequest = {
  url: string
  authorization: Pick<Authorization, 'from' | 'value'>
}

/** Client errors that are temporary: timeout, too early, too many requests. */
const laterStatuses: readonly number[] = [408, 425, 429]

/**
 * Reads the outcome from status, body and receipt. Ignores what the server writes about the money.
 *
 * @param nowMs - Unix milliseconds, for a `Retry-After` that is a date.
 */
export function readOutcome(answer: HttpAnswer, signed: SignedRequest, nowMs: number): Outcome {
  const { status, headers } = answer
  const transaction = readReceipt(headers['payment-response'], signed.authorization)
  const isLater = status >= 500 || laterStatuses.includes(status)
  const unanswered = {
    is: 'unanswered',
    isFinal: !isLater,
    retryAfterMs: isLater ? readRetryAfter(headers['retry-after'], nowMs) : undefined,
    transaction,
  } as const
  if (status < 200 || status > 299) return { ...unanswered, reason: reasonOf(answer) }
  const result = readResult(answer, signed.url)
  if (result.is === 'unreadable') return { ...unanswered, reason: result.reason, isOurs: true }
  // Errors without data are an answer only if a receipt proves that the money is spent.
  if (result.is === 'errors' && transaction === undefined)
    return { ...unanswered, reason: reasonOf(answer) }
  return { is: 'answered', transaction }
}

/**
 * The transaction of a `PAYMENT-RESPONSE` that matches the signed authorization: success, on Base,
 * the same payer, and the same amount if it contains one.
 *
 * @returns `undefined` for any other receipt, or without one.
 */
export function readReceipt(
  header: string | undefined,
  { from, value }: SignedRequest['authorization'],
): string | undefined {
  const receipt = readPaymentResponse(header)
  if (!receipt?.success || receipt.transaction === '' || receipt.payer === undefined)
    return undefined
  if (!sameAddress(receipt.payer, from)) return undefined
  if (receipt.amount !== undefined && receipt.amount !== String(value)) return undefined
  return receipt.transaction
}

/** Status, codes and messages as the server wrote them: sanitised, at most 400 characters. */
export function reasonOf({ status, headers, body }: HttpAnswer): string {
  const quoted = z.safeParse(
    z.object({ error: z.string() }),
    decodeHeader(headers['payment-required']),
  )
  const settled = z.safeParse(
    z.object({ errorReason: z.string() }),
    decodeHeader(headers['payment-response']),
  )
  const parts = [
    settled.success ? settled.data.errorReason : undefined,
    quoted.success ? quoted.data.error : undefined,
    ...errorsIn(body).map(({ message, extensions }) =>
      [extensions?.code, message].filter(Boolean).join(': '),
    ),
  ]
  const stated = [...new Set(parts.filter((part): part is string => Boolean(part)))]
  // Servers repeat a message in several members, with and without its code.
  const words = stated.filter(
    (part) => !stated.some((other) => other !== part && other.includes(part)),
  )
  return sanitise([`HTTP ${status}`, words.join('; ')].filter(Boolean).join(': ')).slice(0, 400)
}

/** Milliseconds to wait. `undefined` unless the header holds seconds or an HTTP date. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000
  // HTTP dates begin with the day of the week. Date.parse alone reads "-5" as a year.
  const at = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

const errorsSchema = z.object({
  errors: z.array(
    z.object({
      message: z.optional(z.string()),
      extensions: z.optional(z.object({ code: z.optional(z.string()) })),
    }),
  ),
})

function errorsIn(body: string): z.infer<typeof errorsSchema>['errors'] {
  if (body.length > 65_536) return []
  const parsed = z.safeParse(errorsSchema, jsonOf(body))
  return parsed.success ? parsed.data.errors.slice(0, 3) : []
}
