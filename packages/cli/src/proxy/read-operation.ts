import { answerTool } from '@fiq/shared/agent-tools/answer-tool'
import { areasOperation, splitAreas } from '@fiq/shared/agent-tools/areas'
import { newerToolNamed } from '@fiq/shared/agent-tools/newer-catalog'
import { describeTool } from '@fiq/shared/agent-tools/newer-tools'
import { readDescribed } from '@fiq/shared/agent-tools/next-call'
import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { summaryLine } from '../payment/quote/query-summary.ts'
import type { Operation } from '../query/operation.ts'
import { toolOperation } from '../query/tool-query.ts'
import type { Client } from './clients/clients.ts'

/** Maximum characters of a query. The server's own limit is smaller. */
const queryCharactersMax = 65_536

/**
 * Reduces a GraphQL request to the forwarded fields. Everything else is dropped.
 *
 * @throws FiqError `BAD_REQUEST`, `TOOL_NOT_ALLOWED`.
 */
export function readGraphql(client: Client, body: Readonly<Record<string, unknown>>): Operation {
  requireAllowed(client, 'graphql')
  const { query, variables, operationName } = body
  if (typeof query !== 'string' || query.length > queryCharactersMax)
    throw new FiqError('BAD_REQUEST', `"query" is a text of at most ${queryCharactersMax} letters.`)
  if (variables !== undefined && variables !== null && !isObject(variables))
    throw new FiqError('BAD_REQUEST', '"variables" is an object.')
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw new FiqError('BAD_REQUEST', '"operationName" is a text.')
  const operation = {
    query,
    ...defined({ variables: isObject(variables) ? variables : undefined }),
    // An empty name counts as absent, as on the server.
    ...defined({ operationName: operationName || undefined }),
  }
  return { ...operation, label: summaryLine(JSON.stringify(operation)) }
}

/**
 * Converts a tool call to the query of our own catalog, so that the server cannot redefine a tool.
 *
 * @throws FiqError `UNKNOWN_TOOL`, `BAD_INPUT`, `TOOL_NOT_ALLOWED`.
 */
export function readTool(
  client: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Operation {
  const tool = toolNamed(name)
  if (!tool) throw unknownTool(client, name)
  requireAllowed(client, tool.name)
  return toolOperation(tool, input)
}

/**
 * Converts a tool call of a newer caller, whose entities have areas.
 *
 * @throws FiqError Like {@link readTool}.
 */
export function readToolWithAreas(
  client: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Operation {
  const tool = newerToolNamed(name, input)
  if (!tool) throw unknownTool(client, name, namesOutsideCatalog(client))
  requireAllowed(client, name)
  return readDescribed(name, () => {
    const { rest, areas } = splitAreas(name, input)
    const operation = toolOperation(tool, rest)
    if (!areas) return operation
    const words = areas.map((area) => area.name).join(' ')
    const label = `${operation.label} ${words}`.slice(0, 120)
    return { ...areasOperation(name, rest, areas), label }
  })
}

/** The error for an unknown tool. It lists those that the client may use. */
function unknownTool({ tools }: Client, name: string, others: readonly string[] = []): FiqError {
  const ofCatalog = catalog.map((tool) => tool.name).filter((known) => isAllowed(tools, known))
  const names = [...ofCatalog, ...others]
  return new FiqError('UNKNOWN_TOOL', `There is no tool "${name.slice(0, 60)}".`, {
    facts: [...didYouMean(name, names), `Tools: ${names.join(', ')}`],
    remedy: 'Use one of the tools named.',
  })
}

/** Tools of newer callers that are not in the catalog. */
function namesOutsideCatalog({ tools }: Client): readonly string[] {
  return [...(isAllowed(tools, 'graphql') ? ['graphql'] : []), ...freeTools]
}

/** Tools that are free, and available to every client of a newer version. */
export const freeTools: readonly string[] = [
  'price',
  'spending',
  describeTool.name,
  answerTool.name,
]

/** @throws FiqError `TOOL_NOT_ALLOWED`. */
function requireAllowed({ name, tools }: Client, tool: string): void {
  if (isAllowed(tools, tool)) return
  throw new FiqError('TOOL_NOT_ALLOWED', `"${name}" may not use ${tool}.`, {
    facts: [`Allowed: ${tools?.join(', ')}`],
  })
}

/** Whether a client with this list may use the tool. Without a list, all tools are allowed. */
export function isAllowed(tools: Client['tools'], tool: string): boolean {
  return tools === undefined || tools.includes(tool)
}
