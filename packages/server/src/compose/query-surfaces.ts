import type { Contract } from '@fiq/shared/pricing/price-request'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mcpSurface } from '../http/mcp/mcp.ts'
import { createMcpServer } from '../http/mcp/mcp-server.ts'
import type { Requests } from '../http/query/answer-request.ts'
import { graphqlSurface } from '../http/query/graphql.ts'
import { toolsSurface } from '../http/query/tools.ts'

/** What the three ways to ask need. */
export type QueryParts = {
  requests: Requests
  /** Absolute address of a request, as its client knows it. */
  urlOf(request: FastifyRequest): string
  publicUrl: string | undefined
  contract: Contract
  /** MCP 2026-07-28: whether quotes may go by the extension org.x402/payment. */
  paymentExtension?: boolean
  report(error: unknown): void
}

/** Everything that answers queries: GraphQL, the typed tools, and MCP. */
export function querySurfaces(app: FastifyInstance, parts: QueryParts): void {
  const { requests, urlOf, publicUrl, report } = parts
  graphqlSurface(app, requests, urlOf)
  toolsSurface(app, requests, urlOf)
  const multiplexer = createMcpServer(parts)
  mcpSurface(app, { multiplexer, admit: requests.admit, publicUrl, report })
}
