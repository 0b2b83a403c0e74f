import { FiqError } from '@fiq/shared/errors'
import { errorResponse, rpcErrorOf } from '@fiq/shared/mcp/json-rpc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBearer } from '../../accounts/api-key.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { Overload } from '../../observability/overload.ts'
import {
  errorAnswer,
  type HttpAnswer,
  jsonType,
  sendAnswer,
  underPayment,
  withFields,
} from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { paymentsIn } from '../mcp/payments-in.ts'
import type { Priority, Shown } from '../query/priority.ts'
import { addressOf, isPayment, paymentOf } from '../request-identity.ts'

/**
 * Queues quotes behind paid requests and sheds them if there are too many. Requests with
 * a key that has credits, and payments signed by a payer with funds, go first. A request with an
 * unproven key or payment waits with the quotes.
 *
 * @returns Whether a request was shed.
 */
export function admissionHooks(
  app: FastifyInstance,
  {
    overload,
    metrics,
    priority,
  }: { overload: Overload; metrics: Pick<Metrics, 'shed'>; priority: Priority },
): (request: FastifyRequest) => boolean {
  const shed = new WeakSet<FastifyRequest>()

  const takeTurn = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    // A client that has disconnected gets no answer.
    const start = () => {
      if (!request.raw.socket.destroyed) done()
    }
    overload.admit(start, () => {
      metrics.shed()
      shed.add(request)
      const answer = isMcp(request)
        ? mcpAnswer(underPayment(tooMuch, paymentsIn(bodyText(request))[0]))
        : errorAnswer(underPayment(tooMuch, paymentOf(request)))
      sendAnswer(reply, answer)
    })
  }
  const goFirst = (reply: FastifyReply, done: () => void) => {
    reply.raw.once('close', overload.beginPaid())
    done()
  }

  const admit = (shown: Shown, request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (priority.has(shown)) return goFirst(reply, done)
    // Without a queue no proof is needed. A successful answer proves the caller for later.
    if (!overload.isBusy()) return takeTurn(request, reply, done)
    const prove = priority.prove(shown, addressOf(request)).catch(() => false)
    void prove.then((isEarned) => {
      if (isEarned) goFirst(reply, done)
      else takeTurn(request, reply, done)
    })
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!isSold(request)) return done()
    const shown = shownBy(request)
    // A payment over MCP is in the body, so read the body first.
    if (isMcp(request)) return done()
    if (!shown) return takeTurn(request, reply, done)
    reply.raw.once('close', () => {
      // A free answer proves nothing about its caller; a receipt does.
      if (reply.statusCode === 200 && reply.hasHeader('payment-response')) priority.note(shown)
    })
    admit(shown, request, reply, done)
  })
  app.addHook('onRoute', (route) => {
    if (route.url !== '/mcp' || route.method !== 'POST') return
    route.preHandler = (request, reply, done) => {
      const shown = shownBy(request) ?? { payments: paymentsIn(bodyText(request)) }
      if (shown.authorization === undefined && shown.payments.length === 0)
        return takeTurn(request, reply, done)
      admit(shown, request, reply, done)
    }
  })
  return (request) => shed.has(request)
}

const tooMuch = new FiqError('SERVER_BUSY', 'The server is overloaded and cannot quote prices now.')

function mcpAnswer(error: FiqError): HttpAnswer {
  const body = errorResponse(rpcErrorOf(error), null)
  return { ...withFields(errorAnswer(error), { 'content-type': jsonType }), body }
}

/** Routes that sell for the payment in the header of a request. */
const sellingRoutes: readonly (string | undefined)[] = ['/api/graphql', '/tools/:name']

/** Compares routes and not addresses: an address can be written with escapes, `/%61pi/graphql`. */
function isSold(request: FastifyRequest): boolean {
  const { url } = request.routeOptions
  const isQuoting = sellingRoutes.includes(url) || url === '/api/v1/price' || isMcp(request)
  return request.method === 'POST' && isQuoting
}

function isMcp({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/mcp'
}

/**
 * The key or payment in the headers of a request. A payment in a header buys nothing over MCP or
 * for a price request, so it is ignored there.
 */
function shownBy(request: FastifyRequest): Shown | undefined {
  const isSelling = sellingRoutes.includes(request.routeOptions.url)
  const payment = isSelling ? paymentOf(request) : undefined
  if (isPayment(payment)) return { payments: [payment] }
  const { authorization } = request.headers
  return isBearer(authorization) ? { authorization, payments: [] } : undefined
}
