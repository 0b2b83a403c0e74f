import { toolNamed } from '@fiq/shared/catalog/catalog'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Connector } from '../../sources/connector.ts'
import type { Chosen } from './chosen.ts'

/** One query that a mirror should be able to answer. */
export type AreaQuery = {
  area: string
  /** GraphQL text. */
  text: string
  /** Response path of the area's part, e.g. `entityByTicker.regulatory.filings`. */
  path: string
  /**
   * Whether the file does not depend on the choices. Such files are lists, and are pulled first.
   */
  isList: boolean
}

/** Maximum nesting of a query. */
const depthMax = 4

/**
 * The queries that pull an area's mirror: each of its fields, for every chosen ticker. The mirror
 * then contains exactly the files that the area's own code fetches, and answers the same queries
 * offline. The arguments are derived from the schema, so a new connector needs no code here.
 */
export function areaQueriesOf(
  schema: GraphQLSchema,
  { area, fields }: Connector,
  chosen: Chosen,
): AreaQuery[] {
  return Object.keys(fields).flatMap((coordinate) => {
    const [typeName = '', fieldName = ''] = coordinate.split('.')
    const type = schema.getType(typeName)
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
    if (!field) return []
    if (typeName === 'Query') return rootQueries(area, field, chosen)
    if (typeName === 'Entity') return entityQueries(area, chosen, field.name, whole(field))
    // If a group's own field belongs to the area, the group is queried as a whole.
    const group = groupOf(schema, typeName)
    if (group === undefined || fields[`Entity.${group}`]) return []
    return entityQueries(area, chosen, `${group}.${field.name}`, `${group} { ${whole(field)} }`)
  })
}

/** Removes duplicates: areas may share a field. */
export function distinctQueries(queries: readonly AreaQuery[]): AreaQuery[] {
  return [...new Map(queries.map((query) => [query.text, query])).values()]
}

type Field = GraphQLField<unknown, unknown>

function rootQueries(area: string, field: Field, chosen: Chosen): AreaQuery[] {
  const selection = selectionOf(getNamedType(field.type), 1)
  let isList = true
  const choicesOf = (arg: GraphQLArgument): string[] => {
    if (arg.name in byName) isList = false
    return valuesOf(field.name, arg, chosen).map((value) => `${arg.name}: ${value}`)
  }
  const combined = field.args.reduce<string[][]>(
    (rows, arg) => {
      const values = choicesOf(arg)
      if (values.length === 0 && !isNonNullType(arg.type)) return rows
      return rows.flatMap((row) => values.map((value) => [...row, value]))
    },
    [[]],
  )
  return combined.map((args) => {
    const call = args.length === 0 ? field.name : `${field.name}(${args.join(', ')})`
    return { area, isList, path: field.name, text: `{ ${call}${selection} }` }
  })
}

function entityQueries(
  area: string,
  { tickers }: Chosen,
  path: string,
  selection: string,
): AreaQuery[] {
  return tickers.map((ticker) => ({
    area,
    path: `entityByTicker.${path}`,
    isList: false,
    text: `{ entityByTicker(ticker: ${JSON.stringify(ticker)}) { ${selection} } }`,
  }))
}

const quoted = (values: readonly string[]) => values.map((value) => JSON.stringify(value))

/**
 * Values of an argument by its name. One value for each query, because an upstream's address may
 * contain the whole list.
 */
const byName: Readonly<Record<string, (chosen: Chosen) => readonly string[]>> = {
  ticker: ({ tickers }) => quoted(tickers),
  tickers: ({ tickers }) => quoted(tickers),
  cik: ({ ciks }) => quoted(ciks),
  country: ({ countries }) => quoted(countries),
  seriesId: ({ series }) => quoted(series),
  name: ({ names }) => quoted(names),
  query: ({ names }) => quoted(names),
}

/**
 * Arguments with one value: shorter ranges are cut from the longest, and intraday bars are too
 * short-lived for a mirror.
 */
const fixed: typeof byName = {
  range: ({ ranges = ['max'] }) => quoted(ranges),
  interval: () => ['"1d"'],
}

/** Every value of an enumeration, from GraphQL or the catalog. */
function valuesOf(fieldName: string, arg: GraphQLArgument, chosen: Chosen): readonly string[] {
  const { name } = arg
  // A country only narrows the screening of a name; it reads the same lists.
  if (name === 'country' && !isNonNullType(arg.type)) return []
  const known = (byName[name] ?? fixed[name])?.(chosen)
  if (known) return known
  const type = getNamedType(arg.type)
  if (isEnumType(type)) return type.getValues().map((value) => value.name)
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap((input) => {
      const inner = getNamedType(input.type)
      if (!isEnumType(inner)) return []
      return inner.getValues().map((value) => `{ ${input.name}: ${value.name} }`)
    })
  return quoted((toolNamed(fieldName)?.inputSchema.properties?.[name]?.enum ?? []).map(String))
}

function groupOf(schema: GraphQLSchema, typeName: string): string | undefined {
  const entity = schema.getType('Entity')
  if (!isObjectType(entity)) return undefined
  const fields = Object.values(entity.getFields())
  return fields.find(({ type }) => getNamedType(type).name === typeName)?.name
}

const whole = (field: Field) => `${field.name}${selectionOf(getNamedType(field.type), 2)}`

/**
 * Selects every field without a required argument; of entities only the name, since each area has
 * its own queries.
 */
function selectionOf(type: ReturnType<typeof getNamedType>, depth: number): string {
  if (!isObjectType(type)) return ''
  if (type.name === 'Entity') return ' { id }'
  const members = queryable(type).flatMap((field) => {
    const below = getNamedType(field.type)
    if (isLeafType(below)) return [field.name]
    if (depth >= depthMax || (isObjectType(below) && below.name === 'Entity')) return []
    return [`${field.name}${selectionOf(below, depth + 1)}`]
  })
  return ` { ${members.join(' ')} }`
}

function queryable(type: GraphQLObjectType): Field[] {
  return Object.values(type.getFields()).filter(({ args }) =>
    args.every(({ type, default: value }) => !isNonNullType(type) || value !== undefined),
  )
}
