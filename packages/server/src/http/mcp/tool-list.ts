import { catalog } from '@fiq/shared/catalog/catalog'
import type { InputSchema, Tool } from '@fiq/shared/catalog/tool'
import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js'
import { answerToolInput, answerToolName } from './answers/answer-tool.ts'

/** Nothing is changed by asking; the same question may be asked again; the world answers. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const

const variables: InputSchema = { type: 'object', description: 'Variables of the query' }
const operationName: InputSchema = {
  type: 'string',
  description: 'Which operation of the text, when it has several',
}

/** A query of the caller's own, and what a query would cost: tools that are not in the catalog. */
export const ownTools = {
  graphql: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, description: 'GraphQL query text' },
      variables,
      operationName,
    },
    required: ['query'],
    additionalProperties: false,
  },
  price: {
    type: 'object',
    properties: {
      tool: { type: 'string', description: 'Name of a tool; or give a query' },
      arguments: { type: 'object', description: 'Arguments of that tool' },
      query: { type: 'string', description: 'GraphQL query text; or name a tool' },
      variables,
      operationName,
    },
    additionalProperties: false,
  },
} as const satisfies Record<string, InputSchema & { type: 'object' }>

/** What `tools/list` answers: the catalog, then {@link ownTools}. No `outputSchema` on purpose: */
// clients hold error results against it as well, and would hide the quote behind their complaint.
export const toolList: readonly McpTool[] = [
  ...catalog.map((tool) => described(tool.name, tool.summary, paidText(tool), tool.inputSchema)),
  described(
    'graphql',
    'Any query over the whole schema, several areas in one round trip',
    'Priced by its fields before it runs; introspection and __typename are free.',
    ownTools.graphql,
  ),
  described(
    'price',
    'What a tool call or a query would cost, itemised',
    'Free. Give { tool, arguments } or { query, variables }.',
    ownTools.price,
  ),
]

/** What `tools/list` answers from version 2025-11-25 on. */
export const newestToolList: readonly McpTool[] = [
  ...toolList,
  described(
    answerToolName,
    'Read more of an answer that came as a summary',
    'Free. Give the id of the summary, and the path of a table. answer.next is where the next page begins.',
    answerToolInput,
  ),
]

function described(
  name: string,
  title: string,
  rest: string,
  inputSchema: InputSchema & { type: 'object' },
): McpTool {
  return {
    name,
    title,
    description: `${title}. ${rest}`,
    inputSchema: inputSchema as McpTool['inputSchema'],
    annotations: { title, ...annotations },
  }
}

function paidText({ outputPath, variables: example }: Tool): string {
  return `Paid; the price tool tells how much. The answer is at ${outputPath}. Example: ${JSON.stringify(example)}`
}
