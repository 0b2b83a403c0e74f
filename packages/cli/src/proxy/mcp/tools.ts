import { answerTool } from '@fiq/shared/agent-tools/answer-tool'
import { type ListedSchema, listedInput } from '@fiq/shared/agent-tools/newer-catalog'
import {
  describeTool,
  graphqlHint,
  priceInput,
  readOnly,
} from '@fiq/shared/agent-tools/newer-tools'
import { hinted } from '@fiq/shared/agent-tools/tool-hints'
import { catalog } from '@fiq/shared/catalog/catalog'
import type { InputSchema } from '@fiq/shared/catalog/tool'
import type { Client } from '../clients/clients.ts'
import { freeTools, isAllowed } from '../read-operation.ts'

/** A tool in MCP's list. */
export type McpTool = {
  name: string
  description: string
  inputSchema: ListedSchema
  annotations: typeof readOnly
}

/** Conditions of the list of tools, besides the client. */
export type ToolTerms = {
  /** Whether it is the user's own server, where every call is free. */
  isPersonal: boolean
  /** Whether the caller uses 2025-11-25 or later. */
  isNewer: boolean
}

const costs = 'Costs USDC within the limits the user has set; price tells how much, free.'

const operation = {
  query: { type: 'string', minLength: 1, maxLength: 65_536, description: 'GraphQL text' },
  variables: { type: 'object', description: 'Variables of the query' },
  operationName: { type: 'string', description: 'Which operation, where there are several' },
} as const satisfies Record<string, InputSchema>

const runsGraphql = 'Runs a GraphQL query against the finance schema.'

/** The tools outside the service's catalog. */
const own: readonly McpTool[] = [
  {
    name: 'graphql',
    description: `${runsGraphql} Introspection is free. ${costs}`,
    inputSchema: {
      type: 'object',
      properties: operation,
      required: ['query'],
      additionalProperties: false,
    },
    annotations: readOnly,
  },
  {
    name: 'price',
    description:
      'The itemised price of a tool call or of a GraphQL query. Free: nothing is sent, nothing is paid.',
    inputSchema: {
      type: 'object',
      properties: {
        tool: {
          type: 'string',
          enum: catalog.map(({ name }) => name),
          description: 'Name of a tool',
        },
        input: { type: 'object', description: 'Input of that tool' },
        ...operation,
      },
      additionalProperties: false,
    },
    annotations: readOnly,
  },
  {
    name: 'spending',
    description:
      'What has been spent and what may still be. Read only: limits are the user’s to set.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: readOnly,
  },
]

/** The tools that a client may use. They come from this program, never from a server's list. */
export function toolsFor(
  { tools }: Pick<Client, 'tools'>,
  { isPersonal, isNewer }: ToolTerms,
): readonly McpTool[] {
  const ofCatalog = catalog.map((tool) => {
    const description = `${tool.summary}. ${isPersonal ? 'Free.' : costs}`
    return {
      name: tool.name,
      description: isNewer
        ? `${hinted(tool.name, description)} Example: ${JSON.stringify(tool.variables)}`
        : description,
      inputSchema: isNewer ? listedInput(tool.name) : tool.inputSchema,
      annotations: readOnly,
    }
  })
  const ofOwn = isPersonal ? own.map(withoutCost) : own
  const others = isNewer ? [...ofOwn.map(newer), describes, reads] : ofOwn
  return [...ofCatalog, ...others].filter(
    ({ name }) => freeTools.includes(name) || isAllowed(tools, name),
  )
}

function withoutCost(tool: McpTool): McpTool {
  return tool.name === 'graphql' ? { ...tool, description: `${runsGraphql} Free.` } : tool
}

function newer(tool: McpTool): McpTool {
  if (tool.name === 'graphql')
    return { ...tool, description: tool.description.replace('. ', `. ${graphqlHint} `) }
  return tool.name === 'price' ? { ...tool, inputSchema: priceInput } : tool
}

const describes: McpTool = {
  name: describeTool.name,
  description: `${describeTool.title}, with an example of a call. Free.`,
  inputSchema: describeTool.inputSchema,
  annotations: readOnly,
}

const reads: McpTool = {
  name: answerTool.name,
  description: `${answerTool.title}. ${answerTool.text}`,
  inputSchema: answerTool.inputSchema,
  annotations: readOnly,
}
