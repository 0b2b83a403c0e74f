/** JSON Schema 2020-12, as OpenAPI 3.1 carries it. */
export type JsonSchema = Readonly<Record<string, unknown>>

export const text: JsonSchema = { type: 'string' }
export const integer: JsonSchema = { type: 'integer' }
export const number: JsonSchema = { type: 'number' }
export const boolean: JsonSchema = { type: 'boolean' }
export const anything: JsonSchema = {}
/** A JSON object of any shape. */
export const record: JsonSchema = { type: 'object' }

/** A string that looks so, for examples and readers. */
export const like = (example: string, description?: string): JsonSchema => ({
  ...text,
  examples: [example],
  ...(description ? { description } : {}),
})
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const orNull = (schema: JsonSchema): JsonSchema => ({
  anyOf: [schema, { type: 'null' }],
})
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** An object; names ending in `?` may be missing. Clients must expect more than is listed. */
export function object(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const required = Object.keys(properties).filter((name) => !name.endsWith('?'))
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name.replace('?', ''), schema]),
    ),
    ...(required.length > 0 ? { required } : {}),
  }
}
