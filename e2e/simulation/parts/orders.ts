import { toolNamed } from '@fiq/shared/catalog/catalog'
import type { PaidRequest } from '../../../packages/cli/src/payment/quote/paid-request.ts'
import { topUpRequest } from '../../../packages/cli/src/query/top-up-request.ts'
import { serverUrl } from './client.ts'
import { mcpPath } from './mcp.ts'
import { expectedOf, orderOf } from './product.ts'

/** Where a request for data arrives: the routes of GraphQL, of the typed tools, and of MCP. */
export const surfaces = ['graphql', 'tool', 'mcp'] as const
export type Surface = (typeof surfaces)[number]

const tool = 'quotes'
const toolQuery = toolNamed(tool)!.query

/** A request for quotes on one of the surfaces. */
export function queryOrder(tickers: readonly string[], surface: Surface): PaidRequest {
  if (surface === 'graphql') {
    const { body, expected } = orderOf(tickers)
    return { url: serverUrl, body, expected: async () => expected }
  }
  const input = { tickers }
  const [path, sent] =
    surface === 'tool' ? [`/tools/${tool}`, input] : [mcpPath, { name: tool, arguments: input }]
  return {
    url: new URL(path, serverUrl),
    body: JSON.stringify(sent),
    expected: async () => expectedOf(toolQuery, input),
  }
}

/** Buys credits for the account of the wallet. */
export function topUpOrder(most: bigint): PaidRequest {
  const settings = { url: serverUrl.origin }
  return topUpRequest(most, { settings, key: undefined, account: undefined })
}
