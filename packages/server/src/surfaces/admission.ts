import { FiqError } from '@fiq/shared/errors'
import { errorResponse, rpcErrorOf } from '@fiq/shared/mcp/json-rpc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBearer } from '../access/api-key.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { Overload } from '../operation/overload.ts'
import { errorAnswer, jsonType } from './http-answer.ts'
import { bodyText } from './http-defaults.ts'
import { carriesPayment } from './mcp/carries-payment.ts'
import { isPayment, paymentOf } from './visitor.ts'

/**
 * Lets questions for a price take turns behind what is paid, and sheds them when there are too many.
 * They have nothing at stake yet. Payments and keys are served as long as it goes; what only claims
 * to be one is not.
 *
 * @returns Whether a request was shed.
 */
export function admissionHooks(
  app: FastifyInstance,
  { overload, metrics }: { overload: Overload; metrics: Pick<Metrics, 'shed'> },
): (request: FastifyRequest) => boolean {
  const shed = new WeakSet<FastifyRequest>()

  const takeTurn = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    // Who has left meanwhile is not answered.
    const start = () => {
      if (!request.raw.socket.destroyed) done()
    }
    overload.admit(start, () => {
      metrics.shed()
      shed.add(request)
      const { status, headers, body } = isMcp(request) ? busyMcp : busy
      reply.code(status).headers(headers).send(body)
    })
  }
  const goFirst = (reply: FastifyReply, done: () => void) => {
    reply.raw.once('close', overload.beginPaid())
    done()
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!isSold(request)) return done()
    if (isPaid(request)) return goFirst(reply, done)
    if (isMcp(request)) return done()
    takeTurn(request, reply, done)
  })
  // A payment over MCP is in the body, so that is read first.
  app.addHook('onRoute', (route) => {
    if (route.url !== '/mcp' || route.method !== 'POST') return
    route.preHandler = (request, reply, done) => {
      if (isPaid(request)) return done()
      if (carriesPayment(bodyText(request))) return goFirst(reply, done)
      takeTurn(request, reply, done)
    }
  })
  return (request) => shed.has(request)
}

const tooMuch = new FiqError(
  'SERVER_BUSY',
  'The server has too much to do to quote prices right now.',
)
const busy = errorAnswer(tooMuch)
const busyMcp = {
  ...busy,
  headers: { ...busy.headers, 'content-type': jsonType },
  body: errorResponse(rpcErrorOf(tooMuch), null),
}

function isSold({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && /^\/(api\/graphql|tools\/|api\/v1\/price|mcp)/.test(url)
}

function isMcp({ url }: FastifyRequest): boolean {
  return url.startsWith('/mcp')
}

/** By its headers. Over MCP, and for a price alone, a payment in a header pays for nothing. */
function isPaid(request: FastifyRequest): boolean {
  if (isBearer(request.headers.authorization)) return true
  return !/^\/(api\/v1|mcp)/.test(request.url) && isPayment(paymentOf(request))
}
