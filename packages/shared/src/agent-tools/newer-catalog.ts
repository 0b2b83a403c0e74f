import { catalog, toolNamed } from '../catalog/catalog.ts'
import { arrayFilter } from '../catalog/inputs.ts'
import type { Tool } from '../catalog/tool.ts'
import type { Json } from '../json.ts'
import { areasSchema, takesAreas } from './areas.ts'

/** JSON Schema of an input. `areas` needs more of JSON Schema than the tools of the catalog. */
export type ListedSchema = Json & { type: 'object' }

/** `priceHistory` with the filter of its field, for days of the past. */
const filteredBars = {
  query:
    'query ($tickers: [String!]!, $range: String = "1y", $interval: String = "1d", $filter: ArrayFilterInput) { priceHistory(tickers: $tickers, range: $range, interval: $interval, filter: $filter) { ticker bars { date open high low close volume } } }',
  filter: { ...arrayFilter, description: 'Bounds, order and page of the bars, newest first' },
} as const

/**
 * A tool of the catalog as callers of MCP 2025-11-25 and later have it. Without a filter, its query
 * is that of the catalog: both callers then share a stored purchase.
 */
export function newerToolNamed(name: string, input: Json = {}): Tool | undefined {
  const tool = toolNamed(name)
  if (!tool || name !== 'priceHistory') return tool
  const { inputSchema, query } = tool
  const properties = { ...inputSchema.properties, filter: filteredBars.filter }
  return {
    ...tool,
    inputSchema: { ...inputSchema, properties },
    query: input['filter'] === undefined ? query : filteredBars.query,
  }
}

/** The catalog for callers of MCP 2025-11-25 and later. */
export const newerCatalog: readonly Tool[] = catalog.map(({ name }) => newerToolNamed(name)!)

/** The input of a tool for callers of MCP 2025-11-25 and later. */
export function listedInput(name: string): ListedSchema {
  const { inputSchema } = newerToolNamed(name)!
  if (!takesAreas(name)) return inputSchema
  return { ...inputSchema, properties: { ...inputSchema.properties, areas: areasSchema } }
}
