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

/** The largest query of its kind. */
export type LargestQuery = { name: string; query: string; variables?: Variables }

export type Variables = Readonly<Record<string, unknown>>

const schema = buildSchema(connectors)
const depthMax = 4

/** The largest accepted queries over the sandbox: most tickers, longest range, every area. */
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
    {
      name: 'technicals, 5,000 given bars',
      query: `query ($bars: [BarInput!]) ${rootOf('technicals', 'bars: $bars')}`,
      variables: { bars: passedBars() },
    },
    { name: 'introspection', query: getIntrospectionQuery() },
  ]
}

/** The maximum number of given bars for one query, with all their figures. */
function passedBars(): readonly Record<string, string | number>[] {
  return Array.from({ length: 5_000 }, (_, at) => {
    const close = 123_456.25 + (at % 97)
    return {
      date: `${new Date(Date.UTC(2006, 0, 1) + at * 60_000).toISOString().slice(0, 19)}Z`,
      open: close - 1,
      high: close + 2,
      low: close - 2,
      close,
      volume: 123_456_789 + at,
    }
  })
}

function rootOf(name: string, args: string): string {
  const { type } = schema.getQueryType()!.getFields()[name]!
  return `{ ${name}(${args}) ${selectionOf(getNamedType(type), 0)} }`
}

/** Selects every field without required arguments, except nested entities. */
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
