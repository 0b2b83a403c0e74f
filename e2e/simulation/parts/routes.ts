import { setTimeout } from 'node:timers/promises'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import {
  type CreditsParts,
  creditsSurface,
} from '../../../packages/server/src/http/account/credits.ts'
import { createHttpApp, urlReader } from '../../../packages/server/src/http/http-defaults.ts'
import type { Requests } from '../../../packages/server/src/http/query/answer-request.ts'
import { graphqlSurface } from '../../../packages/server/src/http/query/graphql.ts'
import { serverUrl } from './client.ts'
import type { SimulatedRequest } from './server.ts'

type RoutesParts = Pick<
  CreditsParts,
  'access' | 'paymentPorts' | 'maxTimeoutSeconds' | 'report'
> & {
  requests: Requests
}

// It loads modules on first use, which would be real input during a run.
await createHttpApp({ dataMode: 'sandbox', report() {} }).inject('/')
// The last steps of that response must not be steps of a run.
await setTimeout(20)

/** The server's HTTP routes of GraphQL and credits, below the sockets. */
export async function openRoutes(
  parts: RoutesParts,
): Promise<(request: SimulatedRequest) => Promise<HttpAnswer>> {
  const { requests, report } = parts
  const publicUrl = serverUrl.origin
  const urlOf = urlReader(publicUrl)
  const app = createHttpApp({ dataMode: 'sandbox', report, publicUrl })
  // Node's header comes from the real clock, by a real timer.
  app.addHook('onRequest', (_, { raw }, done) => {
    raw.sendDate = false
    done()
  })
  graphqlSurface(app, requests, urlOf)
  creditsSurface(app, { ...parts, urlOf, accountSessions: { changeOf: async () => undefined } })
  await app.ready()
  return async ({ url, body, headers, address }) => {
    const {
      statusCode,
      headers: sent,
      body: text,
    } = await app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body || '{}',
      remoteAddress: address,
    })
    const named = Object.entries(sent).map(([name, value]) => [name, String(value)])
    return { status: statusCode, headers: Object.fromEntries(named), body: text }
  }
}
