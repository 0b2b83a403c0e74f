import {
  execute,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  parse,
  print,
} from 'graphql'
import { expect, test } from 'vitest'
import { connectors, sandboxHosts } from '../connectors/connectors.ts'
import { createConnectorContext } from '../sources/context.ts'
import { emptyFiles } from '../sources/testing/describe-connector.ts'
import { cachingTransport } from '../upstreams/caching.ts'
import { sandboxTransport } from '../upstreams/sandbox/sandbox.ts'
import { buildSchema } from './build-schema.ts'
import type { ExecutionContext } from './resolver.ts'

/**
 * The lists of the specification, section 2, without `priceHistory`, and the field that orders
 * each. Entities take the same filters and pages for all of them.
 */
const timeOf: Readonly<Record<string, string>> = {
  news: 'date',
  research: 'publishedAt',
  discussions: 'date',
  predictions: 'closesAt',
  periodicFilings: 'filedAt',
  earningsPressReleases: 'date',
  institutionalHoldings: 'filedAt',
  topHolders: 'filedAt',
  insiderTrades: 'filedAt',
  shortInterest: 'settlementDate',
  earnings: 'periodEnd',
  fdaEvents: 'date',
  litigation: 'dateFiled',
  governmentContracts: 'startDate',
  clinicalTrials: 'updatedAt',
  segmentedRevenue: 'periodEnd',
  'financials.income': 'endDate',
  'financials.balanceSheet': 'endDate',
  'financials.cashFlow': 'endDate',
  'risk.signals': 'date',
  'regulatory.filings': 'filedAt',
  'regulatory.sanctions': '',
  'regulatory.campaignFinance': 'cycle',
  'derivatives.futures': 'date',
  'derivatives.options': 'expiration',
  'social.reddit': 'date',
  'social.redditComments': 'date',
  relationships: 'date',
}
const listed = Object.keys(timeOf)

/** Lists from a single report, which are ordered by size. Only their bounds concern time. */
const bySize: ReadonlySet<string> = new Set(['institutionalHoldings', 'topHolders'])

/** No single company has all lists. */
const tickers = ['AAPL', 'PFE', 'LMT', '^GSPC']

/** The sandbox has no sanctions and no risks. */
const absent: ReadonlySet<string> = new Set(['risk.signals', 'regulatory.sanctions'])

const schema = buildSchema(connectors)
const now = () => new Date('2026-11-18T17:00:00Z')
const upstreams = cachingTransport(sandboxTransport({ now, hosts: sandboxHosts }), {
  now,
  marketOpen: () => true,
})
const context = createConnectorContext({
  upstreams,
  files: emptyFiles,
  now,
  allowed: new Set(),
  // Without this key, a company has at most one case.
  upstreamKeyOf: (variable) => (variable === 'COURTLISTENER_TOKEN' ? 'any' : undefined),
})

test.each(listed)(
  'behavior: joined pages of Entity.%s give the whole list, in both directions',
  async (path) => {
    let longest = 0
    for (const ticker of tickers)
      for (const sort of ['DESC', 'ASC']) {
        const whole = await rowsOf(ticker, path, `limit: 9, sort: "${sort}"`)
        const pages = []
        for (const offset of [0, 3, 6])
          pages.push(
            ...(await rowsOf(ticker, path, `limit: 3, offset: ${offset}, sort: "${sort}"`)),
          )
        expect(pages).toEqual(whole)
        longest = Math.max(longest, whole.length)
      }
    if (!absent.has(path)) expect(longest).toBeGreaterThan(0)
  },
)

test.each(listed.filter((path) => !absent.has(path)))(
  'behavior: Entity.%s is newest first, and keeps what is on its bounds',
  async (path) => {
    const { limitMax = 500 } = connectorField(`Entity.${path}`).rate
    let several = 0
    for (const ticker of tickers) {
      const whole = await instantsOf(ticker, path, `limit: ${limitMax}`)
      expect(await instantsOf(ticker, path, '')).toEqual(whole.slice(0, 20))
      const known = whole.filter((instant) => !Number.isNaN(instant))
      if (!bySize.has(path)) expect(known).toEqual(known.toSorted((a, b) => b - a))
      several = Math.max(several, new Set(known).size)
      const middle = known[Math.floor(known.length / 2)]
      if (middle === undefined) continue
      const bound = JSON.stringify(new Date(middle).toISOString())
      const since = await instantsOf(ticker, path, `limit: ${limitMax}, since: ${bound}`)
      expect(since).toEqual(known.filter((instant) => instant >= middle))
      const until = await instantsOf(ticker, path, `limit: ${limitMax}, until: ${bound}`)
      const earlier = known.filter((instant) => instant <= middle)
      expect(until.slice(0, earlier.length)).toEqual(earlier)
      expect(until.filter((instant) => instant > middle)).toEqual([])
    }
    if (!bySize.has(path)) expect(several).toBeGreaterThan(1)
  },
)

/** The five fields of the specification, in addition to those of the area. */
const five = { limit: '20', offset: '0', sort: '"DESC"', since: null, until: null }

test.each([...listed.map((path) => `Entity.${path}`), 'Query.priceHistory'])(
  'error: the filter of %s has its defaults, and refuses values out of bounds',
  (path) => {
    const filter = fieldAt(path).field.args.find(({ name }) => name === 'filter')
    const input = filter && getNamedType(filter.type)
    expect(input && isInputObjectType(input)).toBe(true)
    const fields = (input as GraphQLInputObjectType).getFields()
    const defaults = Object.keys(five).map((name) => {
      const literal = fields[name]!.default?.literal
      return [name, literal ? print(literal) : null]
    })
    expect(Object.fromEntries(defaults)).toEqual(five)
    const { bounds } = connectorField(path)
    const given = { tickers: ['AAPL'] }
    expect(() => bounds!({ ...given, filter: { limit: 1, offset: 0, sort: 'ASC' } })).not.toThrow()
    for (const [name, value] of [
      ...[
        ['limit', 0],
        ['limit', 501],
        ['offset', -1],
        ['sort', 'UP'],
      ],
      ...[
        ['since', 'yesterday'],
        ['until', '2026-02-30'],
      ],
    ] as const)
      expect(() => bounds!({ ...given, filter: { [name]: value } })).toThrow(
        expect.objectContaining({
          code: 'BAD_INPUT',
          message: expect.stringContaining(`filter.${name}`),
        }),
      )
  },
)

/**
 * The time of each row of a list in milliseconds; an election cycle counts as the end of its year.
 */
async function instantsOf(ticker: string, path: string, filter: string): Promise<number[]> {
  const rows = (await rowsOf(ticker, path, filter)) as Record<string, unknown>[]
  return rows.map((row) => {
    const time = row[timeOf[path]!]
    return Date.parse(typeof time === 'number' ? `${time}-12-31` : String(time))
  })
}

function connectorField(path: string) {
  const { type, field } = fieldAt(path)
  return connectors.flatMap(({ fields }) => fields[`${type}.${field.name}`] ?? [])[0]!
}

function fieldAt(path: string) {
  const [first = '', ...keys] = path.split('.')
  let type = schema.getType(first) as GraphQLObjectType
  let field: GraphQLField<unknown, unknown> | undefined
  for (const [at, key] of keys.entries()) {
    if (at > 0) type = getNamedType(field!.type) as GraphQLObjectType
    field = type.getFields()[key]
    expect(field, path).toBeDefined()
  }
  return { type, field: field! }
}

async function rowsOf(ticker: string, path: string, filter: string): Promise<unknown[]> {
  const keys = path.split('.')
  const type = getNamedType(fieldAt(`Entity.${path}`).field.type)
  const leaves = isObjectType(type)
    ? Object.values(type.getFields()).filter((each) => isLeafType(getNamedType(each.type)))
    : []
  const list = `(filter: { ${filter} }) { ${leaves.map(({ name }) => name).join(' ')} }`
  const text = `${keys.join(' { ')}${list}${' }'.repeat(keys.length - 1)}`
  const contextValue: ExecutionContext = { connectors: context, cite: () => undefined }
  const document = parse(`{ entityByTicker(ticker: "${ticker}") { ${text} } }`)
  const { data } = await execute({ schema, document, contextValue })
  const rows = keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null)?.[key],
    data?.['entityByTicker'],
  )
  return (rows ?? []) as unknown[]
}
