import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TracedRequest, Traces } from '../../observability/traces.ts'

/**
 * Makes each request a trace, or a span of the trace in its headers. The work of its handler
 * belongs to it.
 */
export function traceHooks(app: FastifyInstance, traces: Traces): void {
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
