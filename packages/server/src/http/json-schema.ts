import { defined } from '@fiq/shared/defined'
/** JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

declare const described: unique symbol

/**
 * A schema with the TypeScript type of its values, so that the description always matches the
 * response.
 */
export type Schema<of> = JsonSchema & { readonly [described]?: of }

/** The values that a schema describes. */
export type ValueOf<schema> = schema extends Schema<infer of> ? of : never

export const text: Schema<string> = { type: 'string' }
export const integer: Schema<number> = { type: 'integer' }
export const number: Schema<number> = { type: 'number' }
export const boolean: Schema<boolean> = { type: 'boolean' }
export const anything: Schema<unknown> = {}
/** A JSON object of any shape. */
export const record: Schema<Readonly<Record<string, unknown>>> = { type: 'object' }

/** A string with an example. */
export const like = (example: string, description?: string): Schema<string> => ({
  ...text,
  examples: [example],
  ...defined({ description: description || undefined }),
})
/** A constant string. */
export const only = <const of extends string>(value: of): Schema<of> => ({ const: value })
export const list = <of>(items: Schema<of>): Schema<readonly of[]> => ({ type: 'array', items })
export const either = <one, other>(
  one: Schema<one>,
  other: Schema<other>,
): Schema<one | other> => ({ anyOf: [one, other] })
export const orNull = <of>(schema: Schema<of>): Schema<of | null> => ({
  anyOf: [schema, { type: 'null' }],
})
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

type Members = Readonly<Record<string, JsonSchema>>
type ObjectOf<members extends Members> = {
  [name in keyof members as name extends `${string}?` ? never : name]: ValueOf<members[name]>
} & {
  [name in keyof members as name extends `${infer bare}?` ? bare : never]?: ValueOf<members[name]>
}

/** An object; names ending in `?` are optional. Further members are allowed. */
export function object<members extends Members>(properties: members): Schema<ObjectOf<members>> {
  const required = Object.keys(properties).filter((name) => !name.endsWith('?'))
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name.replace('?', ''), schema]),
    ),
    ...defined({ required: required.length > 0 ? required : undefined }),
  }
}
