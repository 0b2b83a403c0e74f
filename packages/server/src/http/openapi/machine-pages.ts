import { areaNames } from '@fiq/shared/agent-tools/areas'
import { catalog } from '@fiq/shared/catalog/catalog'
import type { Tool } from '@fiq/shared/catalog/tool'
import { protocolVersions } from '@fiq/shared/mcp/protocol-versions'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Contract } from '@fiq/shared/pricing/price-request'
import { amountMax, amountMin } from '@fiq/shared/pricing/tariff'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openapiDocument } from './openapi-document.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'

/**
 * Descriptions for programs: `/openapi.json`, `/.well-known/x402`, `/llms.txt`. Generated from the
 * routes that are registered after this call, so they contain only served routes.
 *
 * @param urlOf - Absolute address of a request, as its client sees it.
 */
export function machinePages(
  app: FastifyInstance,
  { schema, tariff }: Contract,
  urlOf: (request: FastifyRequest) => string,
): void {
  const served: Route[] = []
  const offered = catalog.filter(({ name }) => !tariff.unavailable?.[`Query.${name}`])
  /** Without its first members. Encoded once: encoding takes most of the time of an answer. */
  let document: Buffer | undefined

  app.addHook('onRoute', ({ method, url }) => {
    // Files of the pages are not described separately.
    if (url.startsWith('/pages/')) return
    for (const each of [method].flat())
      if (each !== 'OPTIONS' && each !== 'HEAD') served.push(routeOf(each, url))
  })
  const originOf = (request: FastifyRequest) => new URL(urlOf(request)).origin

  app.get('/openapi.json', async (request, reply) => {
    const origin = originOf(request)
    document ??= Buffer.from(JSON.stringify(openapiDocument(inOrder(served), schema)).slice(1))
    const first = {
      servers: [{ url: origin }],
      'x-discovery': { llmsTxtUrl: `${origin}/llms.txt` },
    }
    return reply
      .type('application/json; charset=utf-8')
      .send(Buffer.concat([Buffer.from(`${JSON.stringify(first).slice(0, -1)},`), document]))
  })
  app.get('/.well-known/x402', async (request) => discovery(originOf(request), offered))
  app.get('/llms.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(guide(originOf(request), offered, inOrder(served))),
  )
}

/** The description of a path. The server does not start with an undescribed path. */
function routeOf(method: string, url: string): Route {
  const found = routes.find((route) => route.method === method && route.path === url)
  if (!found) throw new Error(`${method} ${url} has no row in http/openapi/routes.ts.`)
  return found
}

function inOrder(served: readonly Route[]): Route[] {
  return routes.filter((route) => served.includes(route))
}

/**
 * `/.well-known/x402` by the convention of x402 directories: addresses that answer 402, and further
 * documents. Omits tools whose area has no source.
 */
function discovery(origin: string, tools: readonly Tool[]) {
  return {
    version: 1,
    x402Version: 2,
    resources: [
      `${origin}/api/graphql`,
      ...tools.map(({ name }) => `${origin}/tools/${name}`),
      `${origin}/api/v1/credits/topup`,
    ],
    mcp: `${origin}/mcp`,
    openapi: `${origin}/openapi.json`,
    instructions: `${origin}/llms.txt`,
  }
}

function guide(origin: string, tools: readonly Tool[], served: readonly Route[]): string {
  return `# Finance Intelligence Query (fiq)

> Finance data by the query: market, regulatory and macro data through one GraphQL schema. Each query is priced before it runs, ${formatUsdc(amountMin)} to ${formatUsdc(amountMax)} USDC, and paid per query (x402 v2, USDC on Base) or from the credits of an API key. Informational only, provided as is.

## Queries

- GraphQL: POST ${origin}/api/graphql with { "query", "variables" }. Introspection is free.
- Tools: POST ${origin}/tools/NAME with the inputs as JSON.
- MCP: ${origin}/mcp (Streamable HTTP; ${protocolVersions.join(', ')}): the same tools, and graphql and price; from 2025-11-25 on also describe and answer, and areas.

## Payment

- With a key: Authorization: Bearer KEY. Wallets get one at ${origin}/auth/siwx/nonce and /auth/siwx/verify.
- Without: the 402 answer has the quote in PAYMENT-REQUIRED (base64 JSON). Sign an offer (EIP-3009) and repeat the same request with PAYMENT-SIGNATURE. Over MCP the quote is the result of the call, and the payment goes into _meta["x402/payment"].
- The same payment sent again gets the same answer, free. Every error says where the money is: untouched, at-risk, spent or owed.
- What it would cost, free: POST ${origin}/api/v1/price.

## Tools

${tools.map(({ name, summary, variables }) => `- ${name}: ${summary}. Example: ${JSON.stringify(variables)}`).join('\n')}

## Areas of an entity

Fields below entityByTicker and entitiesByTickers in GraphQL. Over MCP from 2025-11-25 on also the argument areas of these tools: names, or { name, limit, filter }. The free tool describe { name } says what one holds and costs.

${areaNames.map((name) => `- ${name}`).join('\n')}

## Paths

${served
  .filter(({ tag }) => tag !== 'operators')
  .map(({ method, path, summary }) => `- ${method} ${path.replace(/:(\w+)/g, '{$1}')}: ${summary}`)
  .join('\n')}

Everything in detail: ${origin}/openapi.json
`
}
