import { setTimeout } from 'node:timers/promises'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import { querySurfaces } from '../../../packages/server/src/compose/query-surfaces.ts'
import {
  type CreditsParts,
  creditsSurface,
} from '../../../packages/server/src/http/account/credits.ts'
import { createHttpApp, urlReader } from '../../../packages/server/src/http/http-defaults.ts'
import type { Requests } from '../../../packages/server/src/http/query/answer-request.ts'
import type { World } from '../world/world.ts'
import { serverUrl } from './client.ts'
import { mcpAnswer, mcpCall, mcpPath } from './mcp.ts'
import { contract } from './product.ts'
import type { SimulatedRequest } from './server.ts'

type RoutesParts = Pick<
  CreditsParts,
  'access' | 'paymentPorts' | 'maxTimeoutSeconds' | 'report'
> & {
  world: World
  requests: Requests
}

// It loads modules on first use, which would be real input during a run.
await createHttpApp({ dataMode: 'sandbox', report() {} }).inject('/')
// The last steps of that response must not be steps of a run.
await setTimeout(20)

/** The server's HTTP routes of GraphQL, tools, MCP and credits, below the sockets. */
export async function openRoutes(
  parts: RoutesParts,
): Promise<(request: SimulatedRequest) => Promise<HttpAnswer>> {
  const { world, requests, report } = parts
  const publicUrl = serverUrl.origin
  const urlOf = urlReader(publicUrl)
  const app = createHttpApp({ dataMode: 'sandbox', report, publicUrl })
  // Node's header comes from the real clock, by a real timer.
  app.addHook('onRequest', (_, { raw }, done) => {
    raw.sendDate = false
    done()
  })
  querySurfaces(app, { requests, urlOf, publicUrl, contract, report })
  creditsSurface(app, { ...parts, urlOf, accountSessions: { changeOf: async () => undefined } })
  await app.ready()
  const send = async ({ url, body, headers, address }: SimulatedRequest): Promise<HttpAnswer> => {
    const {
      statusCode,
      headers: sent,
      body: text,
    } = await app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { host: serverUrl.host, 'content-type': 'application/json', ...headers },
      payload: body || '{}',
      remoteAddress: address,
    })
    const named = Object.entries(sent).map(([name, value]) => [name, String(value)])
    return { status: statusCode, headers: Object.fromEntries(named), body: text }
  }
  return async (request) =>
    new URL(request.url).pathname === mcpPath
      ? mcpAnswer(await send(mcpCall(world, request)))
      : send(request)
}
