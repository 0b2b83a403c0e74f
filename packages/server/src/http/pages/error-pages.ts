import type { FastifyInstance } from 'fastify'
import type { PageFacts } from '../layout/layout.ts'
import { pageHeaders } from '../layout/page-headers.ts'
import { wantsPage } from '../layout/wants-page.ts'
import { errorPage, readRefusal } from './error-page.ts'

/**
 * Turns refusals into pages for browsers. Programs, whose `Accept` does not name HTML first, and
 * every POST get the original body; that of a 402 is `{}`.
 */
export function errorPages(app: FastifyInstance, facts: PageFacts, style: string): void {
  const headers = { ...pageHeaders(style), 'cache-control': 'no-store' }
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !wantsPage(request))
      return done(null, payload)
    const refusal = readRefusal(reply.statusCode, payload)
    if (!refusal) return done(null, payload)
    const path = request.url.split('?')[0]!
    const graphiql = path === '/api/graphql' ? '/graphiql' : undefined
    const program = JSON.stringify(JSON.parse(payload), null, 2)
    const page = String(errorPage(refusal, { facts, style, program, graphiql }))
    reply.headers(headers).removeHeader('content-length')
    done(null, page)
  })
}
