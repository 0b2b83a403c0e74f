import type { Server } from 'node:http'
import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import { jsonInUtf8 } from '@fiq/shared/json'
import { followResponses, latestResponse } from '@fiq/shared/latest-response'
import { jsonNestsDeeper } from '@fiq/shared/nesting'
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { ServerConfig } from '../config/config.ts'
import { answerHeaders } from './answer-headers.ts'
import { answerClientError } from './client-error.ts'
import { errorAnswer, fiqErrorOf, sendAnswer, underPayment } from './http-answer.ts'
import { problemAnswer, problemAnswers } from './problem-json.ts'
import { requestId, requestIdHeader } from './request-ids.ts'
import { originForm, targetFault } from './request-target.ts'
import { limitUnread } from './unread-answers.ts'

/** Limits of every request. */
export const httpDefaults = {
  bodyLimit: bounds.bodyBytesMax,
  requestTimeout: 30_000,
  // Limit for connections that do not wait for the server: see closeSilentConnections.
  connectionTimeout: 60_000,
  keepAliveTimeout: 72_000,
  forceCloseConnections: 'idle',
  // While the server drains, it still answers requests on open connections.
  return503OnClosing: false,
  routerOptions: { maxParamLength: 128 },
  clientErrorHandler: answerClientError,
  rewriteUrl: originForm,
  // Fastify's own errors for unroutable addresses repeat the address and have another form. No hook
  // runs for them.
  frameworkErrors(error, request, reply) {
    reply.headers({ ...answerHeaders(undefined), [requestIdHeader]: request.id })
    sendAnswer(reply as unknown as FastifyReply, problemAnswer(translate(error, () => {})))
  },
  http: {
    // Slow or missing headers hold a connection at most this long.
    headersTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
    // Node would answer without our headers. An onRequest hook refuses a missing Host.
    requireHostHeader: false,
    // Node would use the first of several `Host` or `Authorization` headers, and a proxy perhaps the
    // last. Joined, they are refused.
    joinDuplicateHeaders: true,
  },
} as const satisfies FastifyHttpOptions<Server>

/** Creates the HTTP application of a server, with its rules and without routes. */
export function createHttpApp({
  dataMode,
  trustProxy = false,
  report,
  publicUrl,
}: {
  dataMode: string
  trustProxy?: ServerConfig['trustProxy']
  report(error: unknown): void
  publicUrl?: string | undefined
}): FastifyInstance {
  const app = Fastify({ ...httpDefaults, trustProxy, genReqId: requestId })
  httpRules(app, dataMode, report, publicUrl)
  return app
}

/**
 * Registers rules of all surfaces: bodies are text and JSON only, errors have the common form, and
 * browsers may read the payment headers.
 */
export function httpRules(
  app: FastifyInstance,
  dataMode: string,
  report: (error: unknown) => void,
  publicUrl?: string,
): void {
  const always = { ...answerHeaders(publicUrl), 'x-fiq-data': dataMode }
  closeSilentConnections(app.server)
  // Node would answer 417 without our headers. RFC 9110, 10.1.1, allows ignoring other expectations.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(jsonInUtf8, { parseAs: 'string' }, (request, body, done) => {
    const fault = bodyFault(String(body), request)
    if (fault) done(fault)
    else done(null, body)
  })

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always)
    if (request.headers.origin !== undefined && !request.url.startsWith('/admin'))
      reply.headers(corsHeaders)
    const fault = targetFault(request.raw)
    // What follows on the connection may be another request for a proxy in between.
    if (fault) reply.header('connection', 'close')
    done(fault)
  })
  problemAnswers(app)
  limitUnread(app)
  for (const path of ['/api/graphql', '/tools/:name', '/mcp', '/api/v1/*', '/auth/*'])
    app.options(path, (_, reply) => reply.code(204).headers(preflightHeaders).send())

  app.setErrorHandler((thrown, request, reply) => {
    // A client that leaves before the first byte of a streamed response is not an error.
    const hasLeft = request.raw.socket.destroyed && isPrematureClose(thrown)
    const error = translate(thrown, hasLeft ? () => {} : report)
    return sendAnswer(reply, errorAnswer(underPayment(error, request.headers['payment-signature'])))
  })
}

function isPrematureClose(thrown: unknown): boolean {
  return (thrown as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** The error of a body with a content coding, or nested too deeply. */
function bodyFault(body: string, { headers }: FastifyRequest): FiqError | undefined {
  const coding = headers['content-encoding']
  if (coding !== undefined && coding !== 'identity')
    return new FiqError(
      'UNSUPPORTED_MEDIA_TYPE',
      `The content coding ${JSON.stringify(coding.slice(0, 40))} is not served.`,
      { remedy: 'Send the body as plain JSON, without Content-Encoding.' },
    )
  const { nestingMax } = bounds
  if (!jsonNestsDeeper(body, nestingMax)) return undefined
  return new FiqError('BAD_REQUEST', `The body nests deeper than ${nestingMax} brackets.`)
}

/** The body of a POST as text; empty if there is none. */
export function bodyText({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

/**
 * @returns A function that gives the absolute address of a request: below the public URL, else by
 * its Host.
 */
export function urlReader(publicUrl: string | undefined): (request: FastifyRequest) => string {
  return ({ url, headers }) =>
    `${publicUrl ?? `http://${headers.host ?? 'localhost'}`}${url.split('?')[0]}`
}

const exposed =
  'PAYMENT-REQUIRED, PAYMENT-RESPONSE, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id'
const corsHeaders = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'content-type, authorization, payment-signature, payment-proof, idempotency-key, mcp-protocol-version',
  'access-control-max-age': '600',
}

/** Converts a thrown value, including Fastify's refusals, to a FiqError. */
export function translate(thrown: unknown, report: (error: unknown) => void): FiqError {
  const { code, statusCode } = thrown as { code?: string; statusCode?: number }
  // From the folder of page files, for names that lead out of the folder.
  if (statusCode === 403) return new FiqError('UNKNOWN_PATH', 'This address does not exist.')
  // From the same folder, for a condition such as `If-Match`.
  if (statusCode === 412)
    return new FiqError('BAD_REQUEST', 'The file does not satisfy the conditions in the headers.')
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new FiqError(
        'BODY_TOO_LARGE',
        `The request body is larger than ${bounds.bodyBytesMax} bytes.`,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE': // Of the method QUERY only.
      return new FiqError(
        'UNSUPPORTED_MEDIA_TYPE',
        'The content type is not application/json in UTF-8.',
      )
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new FiqError('UNKNOWN_PATH', 'This address does not exist.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new FiqError('BAD_REQUEST', 'The request cannot be read.')
    case 'ECONNRESET':
      // From Fastify: its client left while it sent the body. Errors of upstreams have no status.
      if (statusCode === 400) return new FiqError('BAD_REQUEST', 'The body is incomplete.')
      return fiqErrorOf(thrown, report)
    default:
      return fiqErrorOf(thrown, report)
  }
}

/**
 * Closes connections without traffic after the server's timeout, except those that wait for the
 * server: the request is complete, and the client has taken every byte of the response so far. A
 * paid answer may take minutes and would be lost if its connection closed.
 */
function closeSilentConnections(server: Server): void {
  followResponses(server)
  server.on('timeout', (socket) => {
    const response = latestResponse(socket)
    const awaitsServer =
      response?.req.complete && !response.writableFinished && socket.writableLength === 0
    if (awaitsServer) socket.setTimeout(socket.timeout ?? server.timeout)
    else socket.destroy()
  })
}
