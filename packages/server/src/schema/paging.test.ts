import {
  execute,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
} from 'graphql'
import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { openConnectorContext } from '../connectors/context.ts'
import { emptyFiles } from '../connectors/describe-connector.ts'
import { cachingTransport } from '../upstreams/caching.ts'
import { sandboxTransport } from '../upstreams/sandbox/sandbox.ts'
import { buildSchema } from './build-schema.ts'
import type { ExecutionContext } from './resolver.ts'

/** The lists of the specification, section 2: all of an entity take one filter, and page alike. */
const listed = `news research discussions predictions periodicFilings earningsPressReleases
  institutionalHoldings topHolders insiderTrades shortInterest earnings fdaEvents litigation
  governmentContracts clinicalTrials segmentedRevenue financials.income financials.balanceSheet
  financials.cashFlow risk.signals regulatory.filings regulatory.sanctions
  regulatory.campaignFinance derivatives.futures derivatives.options social.reddit
  social.redditComments relationships`.split(/\s+/)

/** No one company has all of them. */
const tickers = ['AAPL', 'PFE', 'LMT', '^GSPC']

/** Nobody in the sandbox is on a list or in trouble. */
const absent: ReadonlySet<string> = new Set(['risk.signals', 'regulatory.sanctions'])

const schema = buildSchema(connectors)
const now = () => new Date('2026-11-18T17:00:00Z')
const upstreams = cachingTransport(sandboxTransport({ now }), { now, marketOpen: () => true })
const context = openConnectorContext({ upstreams, files: emptyFiles, now, allowed: new Set() })

test.each(listed)(
  'behavior: pages of Entity.%s put together are the whole, either way',
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

async function rowsOf(ticker: string, path: string, filter: string): Promise<unknown[]> {
  const keys = path.split('.')
  let type = schema.getType('Entity') as GraphQLObjectType
  let field: GraphQLField<unknown, unknown> | undefined
  for (const key of keys) {
    field = type.getFields()[key]
    expect(field, path).toBeDefined()
    type = getNamedType(field!.type) as GraphQLObjectType
  }
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
