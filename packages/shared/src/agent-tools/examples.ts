import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
} from 'graphql'
import { catalog } from '../catalog/catalog.ts'

/** One field on the path from the root of the schema, and its argument. */
type Step = { field: GraphQLField<unknown, unknown>; argument?: GraphQLArgument | undefined }

/** Maximum fields of an example. It shows the form of a query and does not list all fields. */
const leavesMax = 6
/** Example values of arguments, by name. Each gives a non-empty answer. */
const values: Readonly<Record<string, unknown>> = Object.assign(
  {},
  ...catalog.map(({ variables }) => variables),
)

/**
 * Builds a query for each reachable type, input type and enum, by the shortest path from the root.
 * The values of required arguments come from the examples of the tools.
 *
 * @returns Query text by the name of the type or, for a root field, by `Query.NAME`.
 */
export function exampleQueries(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const examples = new Map<string, string>()
  const reached = new Set<GraphQLObjectType>()
  let ways: { type: GraphQLObjectType; steps: readonly Step[] }[] = [
    { type: schema.getQueryType()!, steps: [] },
  ]
  const add = (name: string, steps: readonly Step[]) => {
    if (!examples.has(name)) examples.set(name, queryOf(steps))
  }
  while (ways.length > 0) {
    const next: typeof ways = []
    for (const { type, steps } of ways)
      for (const field of Object.values(type.getFields())) {
        if (
          field.args.some((argument) => isRequiredArgument(argument) && !(argument.name in values))
        )
          continue
        const way = [...steps, { field }]
        const below = getNamedType(field.type)
        if (steps.length === 0) add(`Query.${field.name}`, way)
        add(below.name, way)
        for (const argument of field.args)
          for (const name of typesIn(argument.type)) add(name, [...steps, { field, argument }])
        if (!isObjectType(below) || reached.has(below)) continue
        reached.add(below)
        next.push({ type: below, steps: way })
      }
    ways = next
  }
  const [first] = Object.keys(schema.getQueryType()!.getFields())
  const ofRoot = examples.get(`Query.${first}`)
  if (ofRoot !== undefined) examples.set('Query', ofRoot)
  return examples
}

function queryOf(steps: readonly Step[]): string {
  const last = getNamedType(steps.at(-1)!.field.type)
  const inner = isObjectType(last) ? selectionOf(last) : ''
  return steps.reduceRight((selected, { field, argument }) => {
    const argumentTexts = field.args
      .filter(
        (each) => isRequiredArgument(each) || each === argument || isSubject(each, field, argument),
      )
      .map(({ name, type }) =>
        name in values && isScalarType(getNamedType(type))
          ? `${name}: ${JSON.stringify(values[name])}`
          : `${name}: ${sampleOf(type)}`,
      )
    return `{ ${field.name}${argumentTexts.length > 0 ? `(${argumentTexts.join(', ')})` : ''}${selected && ` ${selected}`} }`
  }, inner)
}

/**
 * Whether an argument is the optional ticker of a field without required arguments. Such a field
 * takes a list instead, such as bars.
 */
function isSubject(
  { name }: GraphQLArgument,
  { args }: Step['field'],
  shown: GraphQLArgument | undefined,
): boolean {
  return name === 'ticker' && !args.some(isRequiredArgument) && !(shown && isListType(shown.type))
}

/**
 * The first fields of a type. If it has no leaves, those of the first type below it that has some.
 */
function selectionOf(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).filter(
    ({ args }) => !args.some(isRequiredArgument),
  )
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)))
  if (leaves.length > 0)
    return `{ ${leaves
      .slice(0, leavesMax)
      .map(({ name }) => name)
      .join(' ')} }`
  const [first] = fields
  return first
    ? `{ ${first.name} ${selectionOf(getNamedType(first.type) as GraphQLObjectType)} }`
    : '{ __typename }'
}

/** Names of the types in an argument. */
function typesIn(type: GraphQLInputType): readonly string[] {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return [named.name]
  return [named.name, ...Object.values(named.getFields()).flatMap((field) => typesIn(field.type))]
}

/**
 * A GraphQL literal of a type. Of an object, it contains the required members and those of enums.
 */
function sampleOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return sampleOf(type.ofType)
  if (isListType(type)) return `[${sampleOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]!.name
  if (!isInputObjectType(type)) return type.name === 'String' ? '"2026-01-02"' : '1'
  const members = Object.values(type.getFields())
  const shown = members.filter(
    (member) => isRequiredInputField(member) || isEnumType(getNamedType(member.type)),
  )
  const limit = members.filter(({ name }) => name === 'limit')
  return `{${[...shown, ...limit].map(({ name, type: inner }) => `${name}: ${name === 'limit' ? 5 : sampleOf(inner)}`).join(', ')}}`
}
