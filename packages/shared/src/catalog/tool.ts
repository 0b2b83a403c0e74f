import type { Pattern } from './patterns.ts'

/** The subset of JSON Schema (2020-12) that tool inputs are written in. */
export type InputSchema = {
  type: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  description?: string
  properties?: Readonly<Record<string, InputSchema>>
  required?: readonly string[]
  additionalProperties?: false
  items?: InputSchema
  enum?: readonly string[]
  minItems?: number
  maxItems?: number
  /** No item twice. Two spellings of a ticker count as the same item. */
  uniqueItems?: true
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: Pattern
  default?: unknown
}

export type ToolCategory = 'market' | 'regulatory' | 'macro'

/**
 * A named capability: one fixed, parametrised query, reachable as `POST /tools/<name>`, through
 * GraphQL and through MCP. Names, bounds and fields are those of the public specification.
 */
export type Tool = {
  name: string
  summary: string
  category: ToolCategory
  /** GraphQL text. Its variables are the inputs of the tool. */
  query: string
  /** Example variables. */
  variables: Readonly<Record<string, unknown>>
  inputSchema: InputSchema & { type: 'object' }
  /** Dot-path into the response, e.g. `data.quotes`. */
  outputPath: string
  paginated: boolean
}
