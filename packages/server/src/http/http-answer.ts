import { defined } from '@fiq/shared/defined'
import { type ErrorCode, FiqError } from '@fiq/shared/errors'
import type { QuoteSecret } from '@fiq/shared/payment/quote-secret'
import type { FastifyReply } from 'fastify'
import { wireErrorOf } from '../execution/execute.ts'
import type { PaidAnswer } from '../payments/ports.ts'
import { policyName, RateLimitedError } from '../rate-limit/rate-limited.ts'

/** A complete HTTP response. Surfaces send it unchanged. */
export type HttpAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Id of a separately stored answer, whose text is the body. */
  storedId?: string
  /** Error code, if the response is an error. */
  code?: ErrorCode
  /** A repeated quote: the cached response without its secret, and the secret. */
  quoted?: { secretless: object; secret: QuoteSecret }
  /** Whether the response is the same for every caller while the server runs. */
  isConstant?: true
}

/** The `content-type` of JSON responses. */
export const jsonType = 'application/json; charset=utf-8'
/** The `content-type` of GraphQL responses to clients that accept it. */
export const graphqlType = 'application/graphql-response+json; charset=utf-8'

/** RFC 9457. Used for refusals before the request is parsed as GraphQL. */
export const problemType = 'application/problem+json; charset=utf-8'

/** The error body of every surface: a GraphQL response without data. */
export function errorAnswer(error: FiqError): HttpAnswer {
  if (error instanceof RateLimitedError) return rateLimited(error)
  return {
    status: error.status,
    code: error.code,
    headers: {
      'content-type': jsonType,
      'cache-control': 'no-store',
      ...defined({ 'www-authenticate': error.code === 'INVALID_KEY' ? challenge : undefined }),
      ...retryAfterOf(error),
    },
    body: JSON.stringify({ errors: [wireErrorOf(error)] }),
  }
}

/** `Retry-After` in seconds, if the same request may succeed later. */
function retryAfterOf({ code, retryAfterSeconds: seconds = 1 }: FiqError): Record<string, string> {
  return retryableCodes.has(code) && Number.isFinite(seconds)
    ? { 'retry-after': String(seconds) }
    : {}
}

/** Codes of errors after which a retry may soon succeed. */
export const retryableCodes: ReadonlySet<ErrorCode> = new Set([
  'SETTLEMENT_PENDING',
  'SERVER_BUSY',
  'STORE_UNAVAILABLE',
  'REQUEST_IN_PROGRESS',
  'ANSWER_OWED',
])

/** RFC 6750. */
const challenge = 'Bearer realm="fiq", error="invalid_token"'

/** A 429. The problem type and `violated-policies` are those of the RateLimit draft. */
function rateLimited(error: RateLimitedError): HttpAnswer {
  return {
    status: error.status,
    code: error.code,
    headers: { ...error.headers, 'content-type': problemType, 'cache-control': 'no-store' },
    body: JSON.stringify({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      title: 'Request cannot be satisfied as assigned quota has been exceeded',
      status: error.status,
      detail: error.message,
      'violated-policies': [policyName],
      ...error.toJSON(),
      errors: [wireErrorOf(error)],
    }),
  }
}

/** Sends a response whose body is its text. */
export function sendAnswer(
  reply: FastifyReply,
  { status, headers, body }: HttpAnswer,
): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}

/** Adds headers to a response. */
export function withFields(
  answer: HttpAnswer,
  fields: Readonly<Record<string, string>>,
): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, ...fields } }
}

/**
 * Applies a function to a response: in the same turn if it is available, as most repeated ones are.
 */
export function whenKnown<known, used>(
  answer: known | Promise<known>,
  use: (known: known) => used | Promise<used>,
): used | Promise<used> {
  return answer instanceof Promise ? answer.then(use) : use(answer)
}

/**
 * Converts a thrown value to a FiqError: the value itself, or `INTERNAL`. Reports errors that need
 * the operator's attention.
 */
export function fiqErrorOf(error: unknown, report: (error: unknown) => void): FiqError {
  const isKnown = error instanceof FiqError
  if (!isKnown || error.code === 'STORE_UNAVAILABLE') report(error)
  if (isKnown) return error
  return new FiqError('INTERNAL', 'The server failed unexpectedly.')
}

/**
 * Sets the funds of an error of a request with a payment. The failure proves nothing about the
 * money: an earlier attempt may have moved it, and any holder of the signed authorization may
 * settle it until it expires. Only a settlement that failed on the chain leaves the money
 * `untouched`.
 */
export function underPayment(error: FiqError, payment: unknown): FiqError {
  if (payment === undefined) return error
  if (error.code === 'INTERNAL' || error.code === 'STORE_UNAVAILABLE')
    return new FiqError('SETTLEMENT_PENDING', 'The server failed while it processed the payment.')
  const isProven = error.code === 'SETTLEMENT_FAILED' || error.funds !== 'untouched'
  return isProven ? error : error.withFunds('at-risk')
}

/** A response to a free request. */
export function free(body: string): HttpAnswer {
  return { status: 200, headers: { 'content-type': jsonType }, body }
}

/** A response to a paid request, sent for the first time or again. */
export function paid({ status, body, paymentResponse }: PaidAnswer): HttpAnswer {
  return {
    status,
    headers: {
      'content-type': jsonType,
      'cache-control': 'private, no-store',
      ...defined({ 'payment-response': paymentResponse }),
    },
    body,
  }
}
