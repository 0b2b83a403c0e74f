import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printType,
} from 'graphql'
import { catalog } from '../catalog/catalog.ts'
import { defined } from '../defined.ts'
import { FiqError } from '../errors.ts'
import type { Json } from '../json.ts'
import { formatUsdc } from '../money/usdc.ts'
import { creditsFor } from '../pricing/price-plan.ts'
import { type Contract, prepareOperation, priceRequest } from '../pricing/price-request.ts'
import { priceBounds, type Tariff } from '../pricing/tariff.ts'
import { areaArguments } from '../schema/area-selection.ts'
import { areaInputs, areaNames, areasOperation, takesAreas } from './areas.ts'
import { exampleQueries } from './examples.ts'
import { newerToolNamed } from './newer-catalog.ts'
import { unknownName } from './unknown-name.ts'

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
    area: areaNames.filter((name) => fieldsTo(schema, name)),
    field: Object.keys(root),
    type: types.map(({ name }) => name),
  }
  const descriptions = new Map<string, string>()
  const write = writersOf(contract)

  return (name, kind) => {
    const first = kindsOf(kind).find((each) => names[each].includes(name))
    if (!first) {
      const candidates = kindsOf(kind).flatMap((each) => names[each])
      throw unknownName(schema, name, { ...names, candidates })
    }
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
      const { summary, query, variables, inputSchema } = newerToolNamed(name)!
      const takes = takesAreas(name) ? { areas: areaNames } : {}
      const { properties = {} } = inputSchema
      const others = root[name]!.args.filter((each) => !Object.hasOwn(properties, each.name))
      const content = {
        about: summary,
        ...takes,
        example: { tool: name, arguments: variables },
        ...priceOf(contract, { query, variables }),
        ...factorsOf(contract.tariff, `Query.${name}`),
        query,
        ...graphqlOnly(others),
      }
      return fitted({ kind: 'tool', name }, content, [getNamedType(root[name]!.type)])
    },
    area(name) {
      const path = fieldsTo(schema, name)!
      const field = path.at(-1)!
      const others = [...path, ...groupedBy(field)].flatMap(({ args }) =>
        args.filter((each) => each.name !== 'filter'),
      )
      const inputs = areaInputs(name).includes('limit') ? { limit: 5 } : undefined
      const area = inputs ? { name, ...inputs } : name
      const operation = areasOperation('entityByTicker', { ticker: 'AAPL' }, [
        { name, ...defined({ inputs }) },
      ])
      const content = {
        about: field.description ?? '',
        example: { tool: 'entityByTicker', arguments: { ticker: 'AAPL', areas: [area] } },
        ...priceOf(contract, operation),
        ...defined({ alsoInFilter: others.length > 0 ? argumentTexts(others) : undefined }),
      }
      const filters = areaArguments(name)
        .filter(({ argument }) => argument === 'filter')
        .map(({ type }) => schema.getType(type))
      return fitted({ kind: 'area', name }, content, [
        ...new Set([...filters.filter((type) => type !== undefined), ...definedIn(others)]),
        ...typesBelow(field),
      ])
    },
    field(name) {
      const field = root[name]!
      const content = {
        about: field.description ?? '',
        arguments: argumentTexts(field.args),
        ...exampleOf(contract, queryOf(`Query.${name}`)),
      }
      return fitted({ kind: 'field', name, returns: String(field.type) }, content, [
        ...definedIn(field.args),
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

/** The arguments of fields which the tools do not take. */
function graphqlOnly(others: readonly GraphQLArgument[]): Json {
  return others.length === 0 ? {} : { argumentsOfGraphql: argumentTexts(others) }
}

/** The types of arguments which the schema defines. */
function definedIn(args: readonly GraphQLArgument[]): readonly GraphQLNamedType[] {
  const types = args.map((each) => getNamedType(each.type))
  return [...new Set(types.filter((type) => isEnumType(type) || isInputObjectType(type)))]
}

function argumentTexts(args: readonly GraphQLArgument[]): Json {
  return Object.fromEntries(
    args.map((each) => [each.name, `${each.type}: ${each.description ?? ''}`]),
  )
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

/** The credits of a field for each ticker, by two of its arguments. */
function factorsOf({ rates, bounds = priceBounds }: Tariff, field: string): Json {
  const { credits, factors } = rates[field] ?? {}
  if (!factors || credits === undefined) return {}
  const [outer, inner] = factors.arguments
  const byInner: Record<string, Record<string, number>> = {}
  for (const [value, row] of Object.entries(factors.table))
    for (const [other, factor] of Object.entries(row)) {
      byInner[other] ??= {}
      if (factor > 1) byInner[other][value] = factor * credits
    }
  const leastOfCall = creditsFor(bounds.amountMin)
  const by = `${inner}, then ${outer}`
  return { creditsForEachTicker: { by, else: credits, leastOfCall, ...byInner } }
}

/** The fields on the path to an area, by its dotted name. */
function fieldsTo(schema: GraphQLSchema, name: string): readonly Field[] | undefined {
  let type: GraphQLNamedType | undefined = schema.getType('Entity')
  const path: Field[] = []
  for (const part of name.split('.')) {
    const field: Field | undefined = isObjectType(type) ? type.getFields()[part] : undefined
    if (!field) return undefined
    path.push(field)
    type = getNamedType(field.type)
  }
  return path
}

/** The fields of a field that only groups others. */
function groupedBy(field: Field): readonly Field[] {
  const type = getNamedType(field.type)
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  return fields.every((each) => isObjectType(getNamedType(each.type))) ? fields : []
}

/** The type of a field. If the field only groups others, the types of those. */
function typesBelow(field: Field): readonly GraphQLNamedType[] {
  const grouped = groupedBy(field)
  const typed = grouped.length > 0 ? grouped : [field]
  return [...new Set(typed.map((each) => getNamedType(each.type)))]
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
