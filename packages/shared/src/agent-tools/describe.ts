import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printType,
} from 'graphql'
import { catalog, toolNamed } from '../catalog/catalog.ts'
import { FiqError } from '../errors.ts'
import type { Json } from '../json.ts'
import { formatUsdc } from '../money/usdc.ts'
import { type Contract, prepareOperation, priceRequest } from '../pricing/price-request.ts'
import { entityAreas } from '../schema/entity-areas.ts'
import { didYouMean } from '../spelling/did-you-mean.ts'
import { areaNames, areasOperation, takesAreas } from './areas.ts'
import { exampleQueries } from './examples.ts'

type Field = GraphQLField<unknown, unknown>
type Operation = { query: string; variables: Json }

/** Maximum bytes of a description: about 1,500 tokens. */
export const descriptionBytesMax = 6_000

/** Kinds of names. A name that has several kinds is described as the first of them. */
export const describedKinds = ['tool', 'area', 'field', 'type'] as const
export type DescribedKind = (typeof describedKinds)[number]

/** Returns the JSON of a description. @throws FiqError `BAD_INPUT` for an unknown name. */
export type Describe = (name: string, kind?: DescribedKind) => string

/**
 * Describes one tool, area, root field or type of the schema: its fields, its price and an example
 * of a call, in at most {@link descriptionBytesMax}.
 */
export function createDescribe(contract: Contract): Describe {
  const { schema } = contract
  const root = schema.getQueryType()!.getFields()
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  )
  const names: Readonly<Record<DescribedKind, readonly string[]>> = {
    tool: catalog.map(({ name }) => name).filter((name) => name in root),
    area: areaNames.filter((name) => fieldAt(schema, name)),
    field: Object.keys(root),
    type: types.map(({ name }) => name),
  }
  const descriptions = new Map<string, string>()
  const write = writersOf(contract)

  return (name, kind) => {
    const first = kindsOf(kind).find((each) => names[each].includes(name))
    if (!first) throw unknownName(name, kind, names)
    const key = `${first} ${name}`
    const text = descriptions.get(key) ?? write[first](name)
    descriptions.set(key, text)
    return text
  }
}

/** The function that writes a description, by kind. */
function writersOf(contract: Contract): Readonly<Record<DescribedKind, (name: string) => string>> {
  const { schema } = contract
  const root = schema.getQueryType()!.getFields()
  let examples: ReadonlyMap<string, string> | undefined
  const queryOf = (name: string) => {
    examples ??= exampleQueries(schema)
    const query = examples.get(name)
    return query === undefined ? undefined : { query, variables: {} }
  }
  return {
    tool(name) {
      const { summary, query, variables } = toolNamed(name)!
      const takes = takesAreas(name) ? { areas: areaNames } : {}
      const content = {
        about: summary,
        ...takes,
        example: { tool: name, arguments: variables },
        ...priceOf(contract, { query, variables }),
        query,
      }
      return fitted({ kind: 'tool', name }, content, [getNamedType(root[name]!.type)])
    },
    area(name) {
      const field = fieldAt(schema, name)!
      const takesFilter = entityAreas[name]!.includes('%')
      const area = takesFilter ? { name, limit: 5 } : name
      const operation = areasOperation('entityByTicker', { ticker: 'AAPL' }, [
        takesFilter ? { name, filter: { limit: 5 } } : { name },
      ])
      const content = {
        about: field.description ?? '',
        example: { tool: 'entityByTicker', arguments: { ticker: 'AAPL', areas: [area] } },
        ...priceOf(contract, operation),
      }
      const filters = [...entityAreas[name]!.matchAll(/%(\w+)/g)].map(([, type]) =>
        schema.getType(type!),
      )
      return fitted({ kind: 'area', name }, content, [
        ...new Set(filters.filter((type) => type !== undefined)),
        ...typesBelow(field),
      ])
    },
    field(name) {
      const field = root[name]!
      const content = {
        about: field.description ?? '',
        arguments: Object.fromEntries(
          field.args.map((each) => [each.name, `${each.type}: ${each.description ?? ''}`]),
        ),
        ...exampleOf(contract, queryOf(`Query.${name}`)),
      }
      return fitted({ kind: 'field', name, returns: String(field.type) }, content, [
        getNamedType(field.type),
      ])
    },
    type: (name) =>
      fitted({ kind: 'type', name }, exampleOf(contract, queryOf(name)), [schema.getType(name)!]),
  }
}

function kindsOf(kind: DescribedKind | undefined): readonly DescribedKind[] {
  return kind ? [kind] : describedKinds
}

function unknownName(
  name: string,
  kind: DescribedKind | undefined,
  names: Readonly<Record<DescribedKind, readonly string[]>>,
): FiqError {
  const candidates = kindsOf(kind).flatMap((each) => names[each])
  return new FiqError('BAD_INPUT', `describe: there is no "${name.slice(0, 64)}".`, {
    facts: [
      ...didYouMean(name, candidates),
      `Tools: ${names.tool.join(', ')}`,
      `Areas: ${names.area.join(', ')}`,
      `Fields: ${names.field.join(', ')}`,
    ],
    remedy: 'Name a tool, an area, a field of the root or a type of the schema.',
  })
}

/** A call of the tool `graphql`, with its price. */
function exampleOf(contract: Contract, operation: Operation | undefined): Json {
  if (!operation) return {}
  const { query } = operation
  return { example: { tool: 'graphql', arguments: { query } }, ...priceOf(contract, operation) }
}

/** The price of the example, or the reason why this server does not sell it. */
function priceOf(contract: Contract, { query, variables }: Operation): Json {
  try {
    const { price } = priceRequest(contract, prepareOperation(contract, query), variables)
    const { amount, credits } = price
    return { price: { amount: formatUsdc(amount), unit: 'USDC', credits, of: 'the example' } }
  } catch (error) {
    if (error instanceof FiqError) return { unavailable: error.message }
    throw error
  }
}

/** The field of an area, by its dotted name. */
function fieldAt(schema: GraphQLSchema, name: string): Field | undefined {
  let type: GraphQLNamedType | undefined = schema.getType('Entity')
  let field: Field | undefined
  for (const part of name.split('.')) {
    field = isObjectType(type) ? type.getFields()[part] : undefined
    type = field && getNamedType(field.type)
  }
  return field
}

/** The type of a field. If the field only groups others, the types of those. */
function typesBelow(field: Field): readonly GraphQLNamedType[] {
  const type = getNamedType(field.type)
  if (!isObjectType(type)) return [type]
  const below = Object.values(type.getFields()).map((each) => getNamedType(each.type))
  return below.every(isObjectType) ? [...new Set(below)] : [type]
}

/**
 * Fits a description into its limit: with the descriptions of the fields, else without them, else
 * cut.
 */
function fitted(head: Json, content: Json, types: readonly GraphQLNamedType[]): string {
  const full = types.map((type) => printType(type)).join('\n\n')
  const bare = full
    .replace(/"""[\s\S]*?"""\n/g, '')
    .replace(/\n\s*\n/g, '\n')
    .replace(/ {2,}/g, ' ')
  const textOf = (text: string) => JSON.stringify({ ...head, ...content, schema: text })
  for (const text of [full, bare])
    if (Buffer.byteLength(textOf(text)) <= descriptionBytesMax) return textOf(text)
  const note = '\n# Cut: describe one of the types, with kind "type".'
  const lines = bare.split('\n')
  while (
    lines.length > 0 &&
    Buffer.byteLength(textOf(lines.join('\n') + note)) > descriptionBytesMax
  )
    lines.pop()
  return textOf(lines.join('\n') + note)
}
