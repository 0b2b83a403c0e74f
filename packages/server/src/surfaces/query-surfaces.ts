import type { Contract } from '@fiq/shared/pricing/price-request'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Requests } from './answer-request.ts'
import { graphqlSurface } from './graphql.ts'
import { mcpSurface } from './mcp/mcp.ts'
import { openMcpServer } from './mcp/mcp-server.ts'
import { toolsSurface } from './tools.ts'

/** What the three ways to ask need. */
export type QueryParts = {
  requests: Requests
  /** Absolute address of a request, as its client knows it. */
  urlOf(request: FastifyRequest): string
  publicUrl: string | undefined
  contract: Contract
  report(error: unknown): void
}

/** Everything that answers queries: GraphQL, the typed tools, and MCP. */
export function querySurfaces(app: FastifyInstance, parts: QueryParts): void {
  const { requests, urlOf, publicUrl, report } = parts
  graphqlSurface(app, requests, urlOf)
  toolsSurface(app, requests, urlOf)
  const multiplexer = openMcpServer(parts)
  mcpSurface(app, { multiplexer, admit: requests.admit, publicUrl, report })
}
