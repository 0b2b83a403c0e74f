import type { Contract } from '@fiq/shared/pricing/price-request'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAnswerWork } from '../http/mcp/answers/answer-work.ts'
import { answersSurface } from '../http/mcp/answers/answers-surface.ts'
import { createReadAnswer } from '../http/mcp/answers/read-answer.ts'
import { mcpSurface } from '../http/mcp/mcp.ts'
import { createMcpServer } from '../http/mcp/mcp-server.ts'
import type { Requests } from '../http/query/answer-request.ts'
import { graphqlSurface } from '../http/query/graphql.ts'
import { toolsSurface } from '../http/query/tools.ts'

/** Parts of the three query surfaces: GraphQL, tools and MCP. */
export type QueryParts = {
  requests: Requests
  /** Absolute address of a request, as its client knows it. */
  urlOf(request: FastifyRequest): string
  publicUrl: string | undefined
  contract: Contract
  /** MCP 2026-07-28: whether the extension org.x402/payment may carry quotes. */
  paymentExtension?: boolean
  /** MCP from 2025-11-25 on: bytes of an answer in one result; 0 sends the whole answer. */
  answerBudget?: number
  /** Whether this is a personal server: its tools then say that they are free. */
  isPersonal?: boolean
  report(error: unknown): void
}

/** Opens everything that answers queries: GraphQL, the typed tools, and MCP. */
export function querySurfaces(app: FastifyInstance, parts: QueryParts): void {
  const { requests, urlOf, publicUrl, report } = parts
  graphqlSurface(app, requests, urlOf)
  toolsSurface(app, requests, urlOf)
  const work = createAnswerWork()
  const readAnswer = createReadAnswer(requests, work)
  answersSurface(app, requests, readAnswer, report)
  const multiplexer = createMcpServer({ ...parts, work, readAnswer })
  mcpSurface(app, { multiplexer, admit: requests.admit, publicUrl, report })
}
