import { FiqError } from '@fiq/shared/errors'
import {
  errorResponse,
  isRequest,
  type RequestId,
  RpcError,
  type RpcRequest,
  rpcErrorOf,
} from '@fiq/shared/mcp/json-rpc'
import { statelessVersion } from '@fiq/shared/mcp/protocol-versions'
import { accepts, type Posted, readPost } from '@fiq/shared/mcp/read-post'
import { statelessFault } from '@fiq/shared/mcp/stateless-fault'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorAnswer, fiqErrorOf, jsonType, underPayment, whenKnown } from '../http-answer.ts'
import { bodyText, translate } from '../http-defaults.ts'
import type { Requests } from '../query/answer-request.ts'
import { hasLeft, requestIdentityOf } from '../request-identity.ts'
import type { CallContext } from './answer-call.ts'
import { openStream } from './event-stream.ts'
import { createHostCheck } from './known-host.ts'
import type { Exchange, Multiplexer, Response } from './multiplexer.ts'
import { mayHavePayment } from './payments-in.ts'

/** Ports of `/mcp`. */
export type McpParts = {
  multiplexer: Multiplexer<CallContext>
  /** Counts requests that call no tool. Tool calls are counted with their answers. */
  admit: Requests['admit']
  publicUrl: string | undefined
  report(error: unknown): void
  /** Maximum concurrent requests of all clients; more are refused. */
  pendingMax?: number
}

export const pendingRequestsMax = 1_000

/**
 * `POST /mcp`: MCP over Streamable HTTP, stateless. There are no sessions to open with GET or to
 * end with DELETE, so both return 405.
 */
export function mcpSurface(app: FastifyInstance, parts: McpParts): void {
  const { multiplexer, publicUrl, report, pendingMax = pendingRequestsMax } = parts
  const hostFault = createHostCheck(publicUrl)
  const counted = countedAnswer(parts)
  const answerOne = createAnswerOne(parts)

  // Refuses a body that is too large, or of another type, with a JSON-RPC error as well.
  const errorHandler = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const payment = mayHavePayment(bodyText(request)) || undefined
    const error = underPayment(translate(thrown, report), payment)
    refuse(reply.headers(errorAnswer(error).headers), error.status, rpcErrorOf(error))
  }
  app.post('/mcp', { errorHandler }, (request, reply) => {
    const foreign = hostFault(request.headers)
    if (foreign) return refuse(reply, foreign.status, rpcErrorOf(foreign))
    if (!accepts(request.headers.accept, 'application/json'))
      return counted(request, reply, () => refuse(reply, 406, notAcceptable()))
    let read: Posted
    try {
      read = readPost(bodyText(request), request.headers['mcp-protocol-version'])
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return counted(request, reply, () => refuse(reply, 400, error), error.id)
    }
    const requests = read.messages.filter(isRequest)
    if (requests.length === 0) return counted(request, reply, () => void reply.code(202).send())
    if (multiplexer.pending + requests.length > pendingMax) return refuseBusy(reply)
    return answer(request, reply, { ...read, requests })
  })

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      requests,
      isBatch,
      version,
    }: Pick<Posted, 'isBatch' | 'version'> & {
      requests: readonly RpcRequest[]
    },
  ): Sent {
    const isStateless = version === statelessVersion
    const context: CallContext = {
      sender: requestIdentityOf(request),
      hasLeft: () => hasLeft(request),
      status: 200,
      headers: {},
      origin: publicUrl ?? `http://${request.headers.host ?? 'localhost'}`,
    }
    const stream = accepts(request.headers.accept, 'text/event-stream')
      ? openStream(reply, () => ({ ...context.headers, ...(isStateless && unbuffered) }))
      : undefined
    const exchange = { context, version, notify: stream?.notify ?? withoutListener }
    const headers = isStateless ? request.headers : undefined
    const send = (response: Response) => {
      if (stream?.isOpen()) return stream.end(response)
      reply
        .code(isBatch ? 200 : context.status)
        .headers({ ...context.headers, 'content-type': jsonType, 'cache-control': 'no-store' })
        .send(response)
    }
    const answers = requests.map((each) => answerOne(each, exchange, headers))
    if (!isBatch) return whenKnown(answers[0]!, send)
    return Promise.all(answers).then((known) => send(`[${known.join(',')}]`))
  }
}

/**
 * Answers and counts one request of a POST. Tool calls are counted with their answers, all others
 * here.
 */
function createAnswerOne({ multiplexer, admit, report }: McpParts) {
  return (
    request: RpcRequest,
    exchange: Exchange<CallContext>,
    statelessHeaders: FastifyRequest['headers'] | undefined,
  ): Response | Promise<Response> => {
    const { context, version } = exchange
    const fault =
      statelessHeaders && statelessFault(request, statelessHeaders, multiplexer.methodsOf(version))
    const failed = (thrown: unknown) => {
      const error = fiqErrorOf(thrown, report)
      context.status = error.status
      context.headers = errorAnswer(error).headers
      return errorResponse(rpcErrorOf(error), request.id)
    }
    try {
      // Calls are counted with their answers.
      const response =
        request.method === 'tools/call' && !fault
          ? multiplexer.answer(request, exchange)
          : whenKnown(admit(context.sender), (headers) => {
              context.headers = headers
              if (!fault) return multiplexer.answer(request, exchange)
              context.status = fault.status
              return errorResponse(fault.error)
            })
      return response instanceof Promise ? response.catch(failed) : response
    } catch (thrown) {
      return failed(thrown)
    }
  }
}

/** Excludes Fastify's reply: Fastify would await a returned one. */
type Sent = void | Promise<void>

/** Tells proxies not to buffer the stream. */
const unbuffered = { 'x-accel-buffering': 'no' }

function withoutListener(): void {}

/**
 * Answers a POST without requests, such as notifications or an invalid body. It counts against the
 * limit like one request.
 */
function countedAnswer({ admit, report }: Pick<McpParts, 'admit' | 'report'>) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    send: () => void,
    id: RequestId | null = null,
  ) => {
    try {
      reply.headers(await admit(requestIdentityOf(request)))
    } catch (thrown) {
      const error = fiqErrorOf(thrown, report)
      reply.headers(errorAnswer(error).headers)
      return refuse(reply, error.status, rpcErrorOf(error), id)
    }
    send()
  }
}

/** Sends an error outside the protocol's messages, because the request was not parsed. */
function refuse(
  reply: FastifyReply,
  status: number,
  error: RpcError,
  id: RequestId | null = error.id,
): void {
  reply
    .code(status)
    .headers({ 'content-type': jsonType, 'cache-control': 'no-store' })
    .send(errorResponse(error, id))
}

function refuseBusy(reply: FastifyReply): void {
  const error = new FiqError('SERVER_BUSY', 'The server is answering too many calls.')
  refuse(reply.header('retry-after', '1'), error.status, rpcErrorOf(error))
}

function notAcceptable(): RpcError {
  return rpcErrorOf(
    new FiqError('NOT_ACCEPTABLE', 'The server can serve no media type of the Accept header.', {
      remedy: 'Send Accept: application/json, text/event-stream.',
    }),
  )
}
