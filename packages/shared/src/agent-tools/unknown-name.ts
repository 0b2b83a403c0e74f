import { type GraphQLSchema, isIntrospectionType, isObjectType } from 'graphql'
import { FiqError } from '../errors.ts'
import { similarArea } from './areas.ts'

/** Names that `describe` knows. */
type KnownNames = {
  tool: readonly string[]
  area: readonly string[]
  field: readonly string[]
  /** The names of the requested kind. */
  candidates: readonly string[]
}

/** The error of `describe` for a name that it does not know: a close one, or its place. */
export function unknownName(
  schema: GraphQLSchema,
  name: string,
  { tool, area, field, candidates }: KnownNames,
): FiqError {
  return new FiqError('BAD_INPUT', `describe: there is no "${name.slice(0, 64)}".`, {
    facts: [
      ...similarArea(name, candidates),
      ...placesOf(schema, name),
      `Tools: ${tool.join(', ')}`,
      `Areas: ${area.join(', ')}`,
      `Fields: ${field.join(', ')}`,
    ],
    remedy: 'Name a tool, an area, a field of the root or a type of the schema.',
  })
}

/** Maximum places of a name in an error. */
const placesMax = 12

/** Where the schema has a field or an argument of this name. */
function placesOf(schema: GraphQLSchema, name: string): readonly string[] {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !isIntrospectionType(type)
      ? Object.values(type.getFields()).map((field) => ({ field, at: `${type}.${field.name}` }))
      : [],
  )
  const placed = (what: string, places: readonly { at: string }[]) =>
    places.length === 0
      ? []
      : [
          `${what}: ${places
            .slice(0, placesMax)
            .map(({ at }) => at)
            .join(', ')}`,
        ]
  return [
    ...placed(
      'A field of this name; describe its type for a query',
      fields.filter(({ field }) => field.name === name),
    ),
    ...placed(
      'Fields with an argument of this name, for the tool graphql',
      fields.filter(({ field }) => field.args.some((each) => each.name === name)),
    ),
  ]
}
