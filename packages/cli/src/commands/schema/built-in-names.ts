import { catalog } from '@fiq/shared/catalog/catalog'
import { schemaText } from '@fiq/shared/schema/contract'
import { entityAreas } from '@fiq/shared/schema/entity-areas'
import { buildSchema } from 'graphql'

/** Names of the built-in schema, by what they are. */
export type BuiltInNames = Readonly<Record<'tools' | 'areas' | 'queries' | 'types', string[]>>

/** What `fiq schema <name>` describes. `queries` are root fields that are no tools. */
export function builtInNames(): BuiltInNames {
  const schema = buildSchema(schemaText, { assumeValidSDL: true })
  const tools = catalog.map(({ name }) => name)
  const root = schema.getQueryType()!
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => type !== root && type.astNode !== undefined,
  )
  return {
    tools,
    areas: Object.keys(entityAreas),
    queries: Object.keys(root.getFields()).filter((name) => !tools.includes(name)),
    types: types.map(({ name }) => name),
  }
}
