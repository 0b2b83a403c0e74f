import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  errorAnswer,
  graphqlType,
  type HttpAnswer,
  jsonType,
  problemType,
  whenKnown,
  withFields,
} from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { presentedBy, requestIdentityOf } from '../request-identity.ts'
import { type ReadLarge, sendBody } from '../send-body.ts'
import type { Requests } from './answer-request.ts'
import { bodyOf, parametersOf } from './graphql-body.ts'
import { createQuoteCache } from './quote-cache.ts'

/**
 * `POST /api/graphql` (and GET for free queries), by the GraphQL-over-HTTP specification.
 *
 * @param urlOf - Absolute address of a request, as its client knows it.
 */
export function graphqlSurface(
  app: FastifyInstance,
  requests: Requests,
  urlOf: (request: FastifyRequest) => string,
): void {
  const quotesAgain = createQuoteCache(requests)
  const { readLarge } = requests

  app.post('/api/graphql', (request, reply) => {
    const contentType = negotiate(request.headers.accept)
    if (contentType === undefined) return send(reply, notAcceptable())
    const text = bodyText(request)
    const url = urlOf(request)
    const requester = { url, ...presentedBy(request) }
    const answer = quotesAgain(`${url}\n${text}`, requester, () =>
      requests.answer({ operation: bodyOf(text), ...requester }),
    )
    return whenKnown(answer, (known) => send(reply, known, contentType, readLarge))
  })

  app.get<{ Querystring: Record<string, unknown> }>('/api/graphql', async (request, reply) => {
    const contentType = negotiate(request.headers.accept)
    if (contentType === undefined) return send(reply, notAcceptable())
    const sender = requestIdentityOf(request)
    const rest = { url: urlOf(request), payment: undefined, sender, freeOnly: true }
    const answer = await requests.answer({ operation: parametersOf(request.query), ...rest })
    return send(reply, answer.status === 402 ? methodForPaid() : answer, contentType)
  })
}

/**
 * Picks a media type for `Accept`; `*` or no header means JSON.
 *
 * @returns `undefined` if none fits.
 */
function negotiate(accept: string | undefined): string | undefined {
  if (!accept) return jsonType
  for (const range of preferred(accept.toLowerCase())) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const charset = parameters.find((parameter) => parameter.startsWith('charset='))
    if (charset && !/^charset="?utf-?8"?$/.test(charset)) continue
    if (type === 'application/graphql-response+json') return graphqlType
    if (type === 'application/json' || type === 'application/*' || type === '*/*') return jsonType
  }
  return undefined
}

/** Media ranges by weight, equal weights in order. Ranges of weight 0 are excluded. */
function preferred(accept: string): readonly string[] {
  const ranges = accept.split(',')
  if (!accept.includes('q=')) return ranges
  const weightOf = (range: string) => Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)
  return ranges
    .filter((range) => weightOf(range) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))
}

/**
 * Codes of errors in the operation rather than in the HTTP request. Clients that accept only
 * `application/json` get them with status 200, as GraphQL over HTTP requires.
 */
const graphqlLevel = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_INPUT',
  'QUERY_TOO_LARGE',
  'QUERY_TOO_EXPENSIVE',
  'NOT_FOUND',
  'NOT_CONFIGURED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_RATE_LIMITED',
  'UPSTREAM_CHANGED',
  'DATA_STALE',
])

function send(
  reply: FastifyReply,
  answer: HttpAnswer,
  contentType = jsonType,
  readLarge?: ReadLarge,
): FastifyReply | undefined {
  const isPaid = reply.request.headers['payment-signature'] !== undefined
  // A failed request with a payment also gets the HTTP status of its error.
  const relaxed =
    !isPaid &&
    contentType === jsonType &&
    answer.code !== undefined &&
    graphqlLevel.has(answer.code)
  const isProblem = answer.headers['content-type'] === problemType
  reply.code(relaxed ? 200 : answer.status).headers(answer.headers)
  if (!isProblem) reply.header('content-type', contentType)
  if (readLarge) return sendBody(reply, answer.body, readLarge)
  reply.send(answer.body)
  return undefined
}

function notAcceptable(): HttpAnswer {
  return errorAnswer(
    new FiqError('NOT_ACCEPTABLE', 'The server can serve no media type of the Accept header.'),
  )
}

function methodForPaid(): HttpAnswer {
  const error = new FiqError(
    'METHOD_NOT_ALLOWED',
    'Send a priced operation by POST. GET serves only free operations.',
  )
  return withFields(errorAnswer(error), { allow: 'POST' })
}
