import {
  type GraphQLField,
  type GraphQLNamedType,
  getIntrospectionQuery,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { connectors } from '../../packages/server/src/connectors/connectors.ts'
import { buildSchema } from '../../packages/server/src/execution/build-schema.ts'

/** A query that is as large as its kind may be. */
export type LargestQuery = { name: string; query: string }

const schema = buildSchema(connectors)
const depthMax = 4

/** The largest legal queries over the sandbox: most tickers, longest range, every area. */
export function largestQueries(tickers: readonly string[]): LargestQuery[] {
  const fifty = JSON.stringify(tickers)
  const bar = 'date open high low close volume'
  return [
    {
      name: 'priceHistory, 50 tickers, max, 1d',
      query: `{ priceHistory(tickers: ${fifty}, range: "max") { ticker bars { ${bar} } problem } }`,
    },
    {
      name: 'entitiesByTickers, 50 tickers, all areas',
      query: `{ entitiesByTickers(tickers: ${fifty}) ${selectionOf(schema.getType('Entity')!, 0)} }`,
    },
    {
      name: 'technicals, 2 years',
      query: rootOf('technicals', `ticker: "${tickers[0]}", range: "2y"`),
    },
    { name: 'screen, 100 companies', query: rootOf('screen', 'filter: { limit: 100 }') },
    {
      name: 'macroSeries, 500 points',
      query: rootOf('macroSeries', 'seriesId: "DGS10", filter: { limit: 500 }'),
    },
    {
      name: 'sanctionsScreen, lists read first',
      query: rootOf('sanctionsScreen', 'name: "Mohammed Ali Hassan"'),
    },
    { name: 'introspection', query: getIntrospectionQuery() },
  ]
}

function rootOf(name: string, args: string): string {
  const { type } = schema.getQueryType()!.getFields()[name]!
  return `{ ${name}(${args}) ${selectionOf(getNamedType(type), 0)} }`
}

/** Every field that needs no argument, without another entity within. */
function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (!isObjectType(type)) return ''
  const parts = Object.values(type.getFields()).flatMap((field) => fieldOf(field, depth))
  return `{ ${parts.join(' ')} }`
}

function fieldOf({ name, type, args }: GraphQLField<unknown, unknown>, depth: number): string[] {
  if (args.some(isRequiredArgument)) return []
  const named = getNamedType(type)
  if (isLeafType(named)) return [name]
  if (depth === depthMax || !isObjectType(named) || named.name === 'Entity') return []
  const inner = selectionOf(named, depth + 1)
  return inner === '{  }' ? [] : [`${name} ${inner}`]
}
