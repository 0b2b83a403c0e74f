import { catalog } from '../catalog/catalog.ts'
import { arrayFilter } from '../catalog/inputs.ts'
import type { Tool } from '../catalog/tool.ts'
import type { Json } from '../json.ts'
import { areasSchema, takesAreas } from './areas.ts'

/** JSON Schema of an input. `areas` needs more of JSON Schema than the tools of the catalog. */
export type ListedSchema = Json & { type: 'object' }

const filteredBarsQuery =
  'query ($tickers: [String!]!, $range: String = "1y", $interval: String = "1d", $filter: ArrayFilterInput) { priceHistory(tickers: $tickers, range: $range, interval: $interval, filter: $filter) { ticker bars { date open high low close volume } } }'

/** What the filter of a tool bounds, in place of the name of its type. */
const filterTexts: Readonly<Record<string, string>> = {
  campaignFinance: 'Bounds, order and page of the committees, and their cycle, party or state',
  screen: 'A universe, and bounds on its shares',
}

/** The catalog for callers of MCP 2025-11-25 and later: `priceHistory` takes the filter of its field. */
export const newerCatalog: readonly Tool[] = catalog.map((tool) => {
  const { name, inputSchema } = tool
  const own = name === 'priceHistory' ? arrayFilter : inputSchema.properties?.['filter']
  if (!own) return tool
  const description = filterTexts[name] ?? 'Bounds by date, order and page of the rows'
  const properties = { ...inputSchema.properties, filter: { ...own, description } }
  return { ...tool, inputSchema: { ...inputSchema, properties } }
})

/**
 * A tool of {@link newerCatalog}, with the query of a call. Without a filter the query of bars is
 * that of the catalog, so that both callers share a stored purchase.
 */
export function newerToolNamed(name: string, input: Json = {}): Tool | undefined {
  const tool = newerCatalog.find((each) => each.name === name)
  if (!tool || name !== 'priceHistory' || input['filter'] === undefined) return tool
  return { ...tool, query: filteredBarsQuery }
}

/** The input of a tool for callers of MCP 2025-11-25 and later. */
export function listedInput(name: string): ListedSchema {
  const { inputSchema } = newerToolNamed(name)!
  if (!takesAreas(name)) return inputSchema
  return { ...inputSchema, properties: { ...inputSchema.properties, areas: areasSchema } }
}
