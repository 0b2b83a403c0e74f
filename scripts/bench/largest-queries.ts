import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
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
    {
      name: 'options, 100 pages of a chain',
      query: `{ entityByTicker(ticker: "${tickers[0]}") { derivatives { ${aliased(
        100,
        (at) => `options(filter: { limit: 100, offset: ${at} }) { ...row }`,
      )} } } } ${rowOf('OptionContract')}`,
    },
    {
      name: 'financials of 50 companies, known on a day, 150 rows of each statement',
      query: `{ entitiesByTickers(tickers: ${fifty}) { financials(knownOn: "2020-06-30") { ${statements} } } }`,
    },
    {
      name: 'news of 50 companies, 500 items each',
      query: `{ entitiesByTickers(tickers: ${fifty}) { news(filter: { limit: 500 }) { ...row } } } ${rowOf('NewsArticle')}`,
    },
    {
      name: 'sanctionsScreen, 150 names of 256 characters',
      query: `{ ${aliased(
        150,
        (at) =>
          `sanctionsScreen(name: "${`Mohammed Ali Hassan ${at} `.repeat(20).slice(0, 256)}") { ...row }`,
      )} } ${rowOf('SanctionsMatch')}`,
    },
  ]
}

/** More price histories are estimated to exceed a result of MCP. */
export const resultTickers = 11

/** The largest query whose answer MCP sends. */
export function largestResult(tickers: readonly string[]): string {
  const some = JSON.stringify(tickers.slice(0, resultTickers))
  return `{ priceHistory(tickers: ${some}, range: "10y") { ticker bars { date open high low close volume } } }`
}

const statements = ['income', 'balanceSheet', 'cashFlow']
  .map((name) => {
    const { type } = (schema.getType('Financials') as GraphQLObjectType).getFields()[name]!
    return `${name}(filter: { limit: 150 }) ${selectionOf(getNamedType(type), 0)}`
  })
  .join(' ')

function aliased(count: number, fieldAt: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => `f${at}: ${fieldAt(at)}`).join(' ')
}

/** The fragment `row` with all fields of a type. */
function rowOf(type: string): string {
  return `fragment row on ${type} ${selectionOf(schema.getType(type)!, 0)}`
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
