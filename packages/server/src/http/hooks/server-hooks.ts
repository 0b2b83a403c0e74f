import { toolNamed } from '@fiq/shared/catalog/catalog'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '../../observability/metrics.ts'
import type { Overload } from '../../observability/overload.ts'
import type { ReadinessReport } from '../../observability/readiness.ts'
import type { TracedRequest, Traces } from '../../observability/traces.ts'
import type { Priority } from '../query/priority.ts'
import { isPayment, paymentOf } from '../request-identity.ts'
import { sameText } from '../same-text.ts'
import { admissionHooks } from './admission.ts'

/** Ports of the operational hooks. */
export type ServerHookParts = {
  metrics: Metrics
  overload: Overload
  priority: Priority
  ready(): Promise<ReadinessReport>
  isDraining(): boolean
  log: Partial<Pick<Logger, 'info' | 'debug' | 'warn' | 'isLevelEnabled'>>
  /**
   * Token for scrapers on other machines. Without it, metrics are readable on this machine only.
   */
  metricsToken: string | undefined
  /** Present if the operator configured tracing. */
  traces?: Traces | undefined
}

/** Health, readiness and metrics, a log line for each request, and load shedding. */
export function serverHooks(app: FastifyInstance, parts: ServerHookParts): void {
  const { metrics, isDraining } = parts

  app.addHook('onRequest', (_, reply, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
  if (parts.traces) traceHooks(app, parts.traces)
  const wasShed = admissionHooks(app, parts)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { name } = request.params as { name?: string }
    const tool = name !== undefined && toolNamed(name) ? name : ''
    metrics.answered(route, tool, reply.statusCode, reply.elapsedTime / 1_000)
    // Shed requests are counted and not logged: there may be thousands a second.
    if (!wasShed(request)) writeLine(request, reply, route, parts.log)
    done()
  })

  app.get('/readyz', async (_, reply) => {
    const { ready, checks } = await parts.ready()
    if (ready) return reply.header('cache-control', 'no-store').send({ status: 'ready', checks })
    const facts = Object.entries(checks).map(([name, state]) => `${name}: ${state}`)
    throw new FiqError('SERVER_BUSY', 'Do not send requests now.', { facts })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, parts.metricsToken))
      throw new FiqError('UNKNOWN_PATH', 'This address may not read /metrics.')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/**
 * Requests that cost money or failed are logged at the default level, the others at debug level.
 */
function writeLine(
  request: FastifyRequest,
  reply: FastifyReply,
  route: string,
  log: ServerHookParts['log'],
): void {
  const payment = paymentOf(request)
  const level = reply.statusCode >= 500 ? 'warn' : payment ? 'info' : 'debug'
  const write = log[level]
  if (!write || log.isLevelEnabled?.(level) === false) return
  write.call(
    log,
    {
      request: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      // The nonce identifies the payment in the record and on the chain. It is neither secret nor
      // personal.
      ...defined({ payment: isPayment(payment) ? payment.authorization.nonce : undefined }),
    },
    'answered',
  )
}

/**
 * Whether a request may read the metrics: it comes from this machine without a proxy, or has the
 * token.
 */
function mayScrape({ headers, ip }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && headers.authorization !== undefined)
    return sameText(headers.authorization, `Bearer ${token}`)
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  return !isPassedOn && /^(127\.|::1$|::ffff:127\.)/.test(ip)
}

/**
 * Makes each request a trace, or a span of the trace in its headers. The work of its handler
 * belongs to it.
 */
function traceHooks(app: FastifyInstance, traces: Traces): void {
  const traced = new WeakMap<FastifyRequest, TracedRequest>()
  app.addHook('onRequest', (request, _, done) => {
    traced.set(request, traces.request(request.headers))
    done()
  })
  // Not in an earlier hook: the events that read the body lose the context of the request.
  app.addHook('preHandler', (request, _, done) => traced.get(request)?.run(done))
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    traced.get(request)?.end(`${method} ${route}`, {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
    })
    done()
  })
}
