import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { AnswerRequest, ServiceRequest } from './answer-request.ts'
import { errorAnswer, graphqlType, type HttpAnswer, jsonType } from './http-answer.ts'
import { bodyText } from './http-defaults.ts'
import { openQuoteCache } from './quote-cache.ts'

const bodySchema = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
})

/**
 * `POST /api/graphql` (and GET for free queries), by the GraphQL-over-HTTP specification.
 *
 * @param urlOf - Absolute address of a request, as its client knows it.
 */
export function graphqlSurface(
  app: FastifyInstance,
  answerRequest: AnswerRequest,
  urlOf: (request: FastifyRequest) => string,
): void {
  const quotes = openQuoteCache()

  app.post('/api/graphql', async (request, reply) => {
    const contentType = negotiate(request.headers.accept)
    if (contentType === undefined) return send(reply, notAcceptable())
    const payment = paymentOf(request)
    const text = bodyText(request)
    const url = urlOf(request)
    const key = payment === undefined ? `${url}\n${text}` : undefined
    const known = key === undefined ? undefined : quotes.get(key)
    if (known) return send(reply, known, contentType)
    const answer = await answerBody(readBody(text), url, payment, answerRequest)
    if (key !== undefined && answer.status === 402) quotes.set(key, answer)
    return send(reply, answer, contentType)
  })

  app.get<{ Querystring: Record<string, string> }>('/api/graphql', async (request, reply) => {
    const contentType = negotiate(request.headers.accept)
    if (contentType === undefined) return send(reply, notAcceptable())
    const answer = await answerBody(
      readQuery(request.query),
      urlOf(request),
      undefined,
      answerRequest,
    )
    return send(reply, answer.status === 402 ? methodForPaid() : answer, contentType)
  })
}

/** The header as a client sent it; several of them are one malformed one. */
export function paymentOf(request: FastifyRequest): string | undefined {
  const header = request.headers['payment-signature']
  return Array.isArray(header) ? header.join(',') : header
}

type Body = Pick<ServiceRequest, 'query' | 'variables' | 'operationName'>

async function answerBody(
  body: Body | FiqError,
  url: string,
  payment: string | undefined,
  answerRequest: AnswerRequest,
): Promise<HttpAnswer> {
  return body instanceof FiqError ? errorAnswer(body) : answerRequest({ ...body, payment, url })
}

function readBody(text: string): Body | FiqError {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return new FiqError('BAD_JSON', 'The request body is not JSON.')
  }
  return readParameters(json)
}

/** GET carries `variables` as JSON text. */
function readQuery(query: Readonly<Record<string, string>>): Body | FiqError {
  if (query['variables'] === undefined) return readParameters(query)
  try {
    return readParameters({ ...query, variables: JSON.parse(query['variables']) })
  } catch {
    return new FiqError('BAD_JSON', 'The parameter "variables" is not JSON.')
  }
}

function readParameters(json: unknown): Body | FiqError {
  if (Array.isArray(json))
    return new FiqError('BAD_REQUEST', 'Batches are not served: send one operation a request.')
  const parsed = bodySchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return new FiqError(
      'BAD_REQUEST',
      `The field "${issue?.path.join('.') || 'body'}" is not as documented: ${issue?.message}.`,
    )
  }
  const { query, variables, operationName } = parsed.data
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined }
}

/** `*` and none mean JSON. @returns `undefined` when nothing we serve is acceptable. */
function negotiate(accept: string | undefined): string | undefined {
  if (!accept) return jsonType
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const charset = parameters.find((parameter) => parameter.startsWith('charset='))
    if (charset && !/^charset="?utf-?8"?$/.test(charset)) continue
    if (type === 'application/graphql-response+json') return graphqlType
    if (type === 'application/json' || type === 'application/*' || type === '*/*') return jsonType
  }
  return undefined
}

/**
 * Codes that say the operation, not the exchange, is at fault. Clients that only know
 * `application/json` get them with status 200, as GraphQL over HTTP asks.
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

function send(reply: FastifyReply, answer: HttpAnswer, contentType = jsonType): FastifyReply {
  const relaxed =
    contentType === jsonType && answer.code !== undefined && graphqlLevel.has(answer.code)
  return reply
    .code(relaxed ? 200 : answer.status)
    .headers({ ...answer.headers, 'content-type': contentType })
    .send(answer.body)
}

function notAcceptable(): HttpAnswer {
  return errorAnswer(new FiqError('NOT_ACCEPTABLE', 'Nothing in Accept can be served.'))
}

function methodForPaid(): HttpAnswer {
  const error = new FiqError(
    'METHOD_NOT_ALLOWED',
    'A priced operation is sent by POST; GET serves free ones.',
  )
  const answer = errorAnswer(error)
  return { ...answer, headers: { ...answer.headers, allow: 'POST' } }
}
