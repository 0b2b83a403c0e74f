import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execute, getNamedType, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { areaQueriesOf } from '../commands/mirror/area-queries.ts'
import { connectors } from '../connectors/connectors.ts'
import { searchEntities } from '../connectors/search-entities/connector.ts'
import type { Connector, Provenance, Upstream } from '../sources/connector.ts'
import { testContext } from '../sources/testing/describe-connector.ts'
import { rememberedSandbox } from '../upstreams/testing/sandbox-upstream.ts'
import type { Transport } from '../upstreams/transport.ts'
import { buildSchema } from './build-schema.ts'
import type { ExecutionContext } from './resolver.ts'

/** Tests the contract of every connector. A new connector is tested without a change here. */
const areas = connectors.map((connector) => [connector.area, connector] as const)
const folder = join(import.meta.dirname, '../connectors')
const schema = buildSchema(connectors)
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = rememberedSandbox(now)
const chosen = {
  tickers: ['AAPL', 'PFE', 'BTC', '^VIX', 'EURUSD=X'],
  ciks: ['0001067983'],
  countries: ['USA', 'DEU', 'JPN'],
  series: ['GDP', 'SP500', 'ECB/EXR/D.USD.EUR.SP00.A'],
  names: ['Apple'],
}

/** Pairs of currencies have only prices. */
const withCurrencies = { ...chosen, tickers: [...chosen.tickers, 'EURUSD=X'] }

/** Indicators are computed from the bars of their parent field. */
const computed = /^(?:Technicals|\w+Value)\./

test.each(areas)(
  'behavior: %s follows the contract, with each field that has an upstream',
  (area, { upstreams, fields }) => {
    const file = join(folder, area, 'connector.test.ts')
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const fetching = Object.entries(fields)
      .filter(([name, { sources = upstreams }]) => sources.length > 0 && !computed.test(name))
      .map(([name]) => name)
    expect(text).toContain('describeConnector(')
    expect(fetching.filter((name) => !text.includes(`'${name}'`))).toEqual([])
  },
)

test('behavior: some test reads bytes of every upstream, at its address', () => {
  const tests = [folder, join(folder, '../sources')].flatMap((each) =>
    readdirSync(each, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.ts$|fixtures.*\.json$/.test(file))
      .map((file) => readFileSync(join(each, file), 'utf8')),
  )
  const isRead = ({ hosts }: Upstream) =>
    hosts.some((host) => tests.some((text) => text.includes(host)))
  const upstreams = connectors.flatMap((connector) => connector.upstreams)
  expect(upstreams.filter((each) => !isRead(each)).map(({ id }) => id)).toEqual([])
})

/** Upstreams of the directory of filers and funds, which any query may read. */
const directory = searchEntities.upstreams.map(({ id }) => id)

/** Each field with an upstream, as a separate area; the directory is an area too. */
const fetchingFields = connectors.flatMap((connector) =>
  Object.entries(connector.fields).flatMap(([coordinate, field]) => {
    const isOwn = ({ id }: Upstream) => connector === searchEntities || !directory.includes(id)
    const upstreams = (field.sources ?? connector.upstreams).filter(isOwn)
    if (upstreams.length === 0 || computed.test(coordinate)) return []
    const alone = {
      ...connector,
      upstreams,
      fields: { [coordinate]: field, ...rootOf(coordinate) },
    }
    return [[coordinate, alone] as const]
  }),
)

/** The field of the query that returns the type of this field, if the type has no other parent. */
function rootOf(coordinate: string): Connector['fields'] {
  const [typeName] = coordinate.split('.')
  const roots = connectors.flatMap(({ fields }) => Object.entries(fields))
  return Object.fromEntries(
    roots.filter(([name]) => {
      const [parent, field = ''] = name.split('.')
      const { type } = schema.getQueryType()!.getFields()[field] ?? {}
      return parent === 'Query' && type !== undefined && getNamedType(type).name === typeName
    }),
  )
}

/** The calendar is computed, for any day. */
const isComputed = ({ source }: Provenance) => source === 'NYSE calendar by rule'

test.each(areas)(
  'behavior: rows that %s had years ago are stale today, and were not then',
  async (...area) => {
    const [, connector] = area
    const then = await cited(connector, now)
    expect(then.filter(({ stale }) => stale)).toEqual([])
    const later = await cited(connector, () => new Date('2028-11-18T17:00:00Z'))
    const fresh = later.filter((source) => !source.stale && !isComputed(source))
    expect(fresh).toEqual([])
    expect(then.length).toBeGreaterThan(0)
  },
)

/** Sources that the answers of an area cite on a day. */
async function cited(connector: Connector, at: () => Date): Promise<Provenance[]> {
  const sources: Provenance[] = []
  const contextValue: ExecutionContext = {
    connectors: testContext(sandbox, { now: at }),
    cite: (entries) => void sources.push(...entries),
  }
  for (const { text } of areaQueriesOf(schema, connector, chosen))
    await execute({ schema, document: parse(text), contextValue })
  return sources
}

describe('the sandbox', () => {
  test.each(fetchingFields)('default: has every source of %s', async (_field, connector) => {
    const { upstreams } = connector
    const reached = await hostsFetched(connector, () => true)
    const isReached = ({ hosts }: Upstream) => hosts.some((host) => reached.has(host))
    for (const upstream of upstreams.filter((each) => !isReached(each))) {
      const alone = await hostsFetched(connector, ({ id }) => id === upstream.id)
      for (const host of alone) reached.add(host)
      if (isReached(upstream)) continue
      // The sources before it must fail, so that it is used.
      const before = upstreams.slice(0, upstreams.indexOf(upstream)).flatMap(({ hosts }) => hosts)
      const down = new Set(before.filter((host) => !upstream.hosts.includes(host)))
      for (const host of await hostsFetched(connector, () => true, down)) reached.add(host)
    }
    expect(upstreams.filter((each) => !isReached(each)).map(({ id }) => id)).toEqual([])
  })
})

/** Hosts that responded to the queries of an area. */
async function hostsFetched(
  connector: Connector,
  isOn: (upstream: Upstream) => boolean,
  down: ReadonlySet<string> = new Set(),
): Promise<Set<string>> {
  const answered = new Set<string>()
  const upstreams: Transport = {
    mode: 'sandbox',
    async fetch(request) {
      const { host } = request.url
      const address = down.has(host) ? new URL('https://down.example/') : request.url
      const answer = await sandbox.fetch({ ...request, url: address })
      answered.add(host)
      return answer
    },
  }
  const enabled = (upstream: Upstream) => isOn(upstream) || directory.includes(upstream.id)
  const context = testContext(upstreams, { now, enabled })
  const contextValue: ExecutionContext = { connectors: context, cite: () => undefined }
  const asked = connector.area === 'quotes' ? withCurrencies : chosen
  for (const { text } of areaQueriesOf(schema, connector, asked))
    await execute({ schema, document: parse(text), contextValue })
  return answered
}
