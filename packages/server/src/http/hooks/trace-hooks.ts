import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TracedRequest, Traces } from '../../observability/traces.ts'

/**
 * Each request is a trace, or a span of the trace that its headers name. Work started by its
 * handler belongs to it.
 */
export function traceHooks(app: FastifyInstance, traces: Traces): void {
  const traced = new WeakMap<FastifyRequest, TracedRequest>()
  app.addHook('onRequest', (request, _, done) => {
    traced.set(request, traces.request(request.headers))
    done()
  })
  // Not sooner: a body arrives in events that know nothing of the request.
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
