import { answerTool } from '@fiq/shared/agent-tools/answer-tool'
import { type ListedSchema, listedInput } from '@fiq/shared/agent-tools/newer-catalog'
import {
  describeTool,
  graphqlHint,
  graphqlInput,
  priceInput,
  readOnly,
} from '@fiq/shared/agent-tools/newer-tools'
import { hinted } from '@fiq/shared/agent-tools/tool-hints'
import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import type { InputSchema, Tool } from '@fiq/shared/catalog/tool'
import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js'

/** The tools `query` and `price`, which are not in the catalog. */
export const ownTools = {
  graphql: graphqlInput,
  price: priceInput,
} as const satisfies Record<string, InputSchema & { type: 'object' }>

/**
 * The tools of `tools/list`: the catalog, then {@link ownTools}. Without `outputSchema`, because
 * clients check quotes against it too, and would report a schema error instead of the quote.
 *
 * @param isPersonal - Whether this is a personal server, where every call is free.
 */
const toolsOf = (isPersonal: boolean): readonly McpTool[] => [
  ...catalog.map((tool) =>
    described(tool.name, tool.summary, callText(tool, isPersonal), tool.inputSchema),
  ),
  described(
    'graphql',
    'Any query over the whole schema, several areas in one round trip',
    isPersonal
      ? 'Free.'
      : 'Priced by its fields before it runs; introspection and __typename are free.',
    ownTools.graphql,
  ),
  described(
    'price',
    'What a tool call or a query would cost, itemised',
    'Free. Give { tool, arguments } or { query, variables }.',
    ownTools.price,
  ),
]
export const toolList = toolsOf(false)

/** The result of `tools/list` from version 2025-11-25 on. */
const newestOf = (tools: readonly McpTool[]): readonly McpTool[] =>
  [
    ...tools.map(newer),
    described(
      describeTool.name,
      describeTool.title,
      'Free. Fields, price and an example of a call.',
      describeTool.inputSchema,
    ),
    described(answerTool.name, answerTool.title, answerTool.text, answerTool.inputSchema),
  ].map(titledOnce)

/** The tool lists of a server for older and for newer versions. */
export function toolLists(isPersonal: boolean) {
  const older = isPersonal ? toolsOf(true) : toolList
  return { older, newer: newestOf(older) }
}

function described(name: string, title: string, rest: string, inputSchema: ListedSchema): McpTool {
  return {
    name,
    title,
    description: `${title}. ${rest}`,
    inputSchema: inputSchema as McpTool['inputSchema'],
    annotations: { title, ...readOnly },
  }
}

/** A tool with the areas and the hints that newer versions have. */
function newer(listed: McpTool): McpTool {
  const { name, description = '' } = listed
  if (name === 'graphql')
    return { ...listed, description: description.replace('. ', `. ${graphqlHint} `) }
  if (!toolNamed(name)) return listed
  const inputSchema = listedInput(name) as McpTool['inputSchema']
  return { ...listed, description: hinted(name, description), inputSchema }
}

/** Without the second title: newer versions have one of their own. */
function titledOnce({ annotations: { title: _, ...annotations } = {}, ...tool }: McpTool): McpTool {
  return { ...tool, annotations }
}

function callText({ outputPath, variables: example }: Tool, isPersonal: boolean): string {
  const price = isPersonal ? 'Free.' : 'Paid; the price tool tells how much.'
  return `${price} The answer is at ${outputPath}. Example: ${JSON.stringify(example)}`
}
