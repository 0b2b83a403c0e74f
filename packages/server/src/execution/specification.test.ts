import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalog } from '@fiq/shared/catalog/catalog'
import { execute, isObjectType, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaQueriesOf } from '../commands/mirror/area-queries.ts'
import { chosenByDefault } from '../commands/mirror/chosen.ts'
import { pullMirror } from '../commands/mirror/pull-mirror.ts'
import { connectors, upstreamHosts } from '../connectors/connectors.ts'
import { createConnectorContext } from '../sources/context.ts'
import { emptyFiles } from '../sources/testing/describe-connector.ts'
import { cachingTransport } from '../upstreams/caching.ts'
import { liveTransport } from '../upstreams/live/live.ts'
import { mirrorTransport } from '../upstreams/mirror/mirror.ts'
import { localUpstream } from '../upstreams/testing/local-upstream.ts'
import { rememberedSandbox, sandboxUpstream } from '../upstreams/testing/sandbox-upstream.ts'
import type { Transport } from '../upstreams/transport.ts'
import { buildSchema, ratesOf } from './build-schema.ts'
import type { ExecutionContext, SourceEntry } from './resolver.ts'

/** The sub-graphs of the specification, section 2, with the fields that it names. */
const subGraphs: Readonly<Record<string, readonly string[]>> = {
  market: ['price', 'changePercent'],
  news: ['title', 'date', 'source'],
  analyst: ['priceTarget', 'recommendation'],
  risk: ['sanctions', 'signals'],
  regulatory: ['filings', 'sanctions', 'campaignFinance'],
  technicals: [],
  derivatives: ['futures', 'options'],
  financials: ['income', 'balanceSheet', 'cashFlow'],
  executives: [],
  institutionalHoldings: [],
  topHolders: [],
  insiderTrades: [],
  shortInterest: [],
  earnings: [],
  earningsPressReleases: [],
  periodicFilings: [],
  fdaEvents: [],
  litigation: [],
  governmentContracts: [],
  clinicalTrials: [],
  segmentedRevenue: [],
  social: ['reddit', 'redditComments'],
  discussions: [],
  predictions: [],
  research: [],
  relationships: [],
}

/** Shares, holders and cases exist only for some kinds of company: these tickers cover all. */
const tickers = ['AAPL', 'PFE', 'LMT', 'BRK-B', 'JPM', '^GSPC']

const schema = buildSchema(connectors)
const now = () => new Date('2026-11-18T17:00:00Z')
const context = createConnectorContext({
  upstreams: rememberedSandbox(now),
  files: emptyFiles,
  now,
  allowed: new Set(),
})

async function answered(
  source: string,
  variableValues: Record<string, unknown> = {},
  connectors = context,
) {
  const sources: SourceEntry[] = []
  const contextValue: ExecutionContext = {
    connectors,
    cite: (entries) => void sources.push(...entries),
  }
  const { data, errors } = await execute({
    schema,
    document: parse(source),
    contextValue,
    variableValues,
  })
  return { data, errors, sources }
}

const at = (data: unknown, path: string) =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], data)

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true
  return typeof value === 'object' && Object.values(value).every(isEmpty)
}

const all = connectors.flatMap((connector) =>
  areaQueriesOf(schema, connector, { ...chosenByDefault, tickers }),
)

test.each(Object.entries(subGraphs))(
  'default: Entity.%s answers on the sandbox, with its source',
  async (name, members) => {
    const entity = schema.getType('Entity')
    const type = isObjectType(entity) ? entity.getFields()[name]?.type : undefined
    expect(type).toBeDefined()
    const fields = String(type).replace(/[[\]!]/g, '')
    const inner = schema.getType(fields)
    expect(isObjectType(inner) && Object.keys(inner.getFields())).toEqual(
      expect.arrayContaining([...members]),
    )
    const path = `entityByTicker.${name}`
    const questions = all.filter((question) => question.path === path)
    const outcomes = await Promise.all(questions.map(({ text }) => answered(text)))
    const full = outcomes.filter(({ data }) => !isEmpty(at(data, path)))
    expect(full.length).toBeGreaterThan(0)
    for (const { sources } of full) {
      const cited = sources.filter((source) => source.path.startsWith(path))
      expect(cited.length).toBeGreaterThan(0)
      for (const { mode } of cited) expect(mode).toBe('sandbox')
    }
    for (const member of members)
      expect(
        full.some(({ data }) => hasMember(at(data, path), member)),
        member,
      ).toBe(true)
  },
)

test.each(catalog.map((tool) => [tool.name, tool] as const))(
  'default: the tool %s answers its example on the sandbox, with its source',
  async (_name, { query, variables, outputPath }) => {
    const { data, errors, sources } = await answered(query, { ...variables })
    expect(errors).toBeUndefined()
    // No list needs to contain the name of the example.
    expect(at({ data }, outputPath) ?? null).not.toBeNull()
    expect(sources.map(({ path }) => path.split('.')[0])).toContain(outputPath.split('.')[1])
  },
)

test('behavior: the specification names sixteen tools', () => {
  expect(catalog).toHaveLength(16)
})

/** The configuration of an operator with every key and agreement. */
const allowed = new Set(connectors.flatMap(({ upstreams }) => upstreams.map(({ id }) => id)))

async function subGraphsAnswered(transport: Transport) {
  const upstreams = cachingTransport(transport, { now, marketOpen: () => true })
  const upstreamKeyOf = () => 'a-key'
  const context = createConnectorContext({
    upstreams,
    files: emptyFiles,
    now,
    allowed,
    upstreamKeyOf,
  })
  const silent: string[] = []
  for (const name of Object.keys(subGraphs)) {
    const path = `entityByTicker.${name}`
    const questions = all.filter((question) => question.path === path)
    const outcomes = await Promise.all(questions.map(({ text }) => answered(text, {}, context)))
    const full = outcomes.filter(({ data }) => !isEmpty(at(data, path)))
    const cited = full.flatMap(({ sources }) =>
      sources.filter((each) => each.path.startsWith(path)),
    )
    for (const { mode } of cited) expect(mode, name).toBe(transport.mode)
    if (cited.length === 0) silent.push(name)
  }
  return silent
}

test('default: in the start tariff a page, an entity and a tool cost one credit, and few things more', () => {
  const rates = Object.entries(ratesOf(connectors))
  const at = (wanted: (credits: number) => boolean) =>
    Object.fromEntries(
      rates.flatMap(([name, { credits }]) => (wanted(credits) ? [[name, credits]] : [])),
    )
  expect(at((credits) => credits > 1)).toEqual({
    'Derivatives.futures': 2,
    'Derivatives.futuresChain': 2,
    'Derivatives.options': 2,
    'Query.sanctionsScreen': 2,
    'Risk.sanctions': 2,
    'Regulatory.sanctions': 2,
    'Query.campaignFinance': 2,
    'Regulatory.campaignFinance': 2,
    'Query.research': 5,
    'Entity.research': 5,
    'Query.factorReturns': 5,
  })
  // Free fields only lead to a priced field, or belong to one.
  expect(Object.keys(at((credits) => credits === 0)).sort()).toEqual([
    'Entity.derivatives',
    'Entity.financials',
    'Entity.regulatory',
    'Entity.social',
    'Query.sanctionsLists',
    ...['atr', 'bollinger', 'ema', 'macd', 'mfi', 'rsi', 'sma', 'vwma'].map(
      (indicator) => `Technicals.${indicator}`,
    ),
  ])
})

describe('from the upstreams over HTTP', () => {
  let upstream: Awaited<ReturnType<typeof localUpstream>>
  let root: string
  let clockMs = now().getTime()
  const world = () => ({
    upstreamKeyOf: () => 'a-key',
    dispatcher: upstream.dispatcher,
    now: () => new Date(clockMs),
    wait: async (ms: number) => {
      clockMs += ms
    },
  })
  beforeAll(async () => {
    upstream = await localUpstream(sandboxUpstream(now))
    root = mkdtempSync(join(tmpdir(), 'specification-'))
  })
  afterAll(async () => {
    await upstream.close()
    rmSync(root, { recursive: true })
  })

  test('default: every sub-graph has a live answer, with its source', async () => {
    const limits = { timeoutMs: 1e9, bulkTimeoutMs: 1e9 }
    const live = liveTransport({ ...world(), hosts: upstreamHosts(), limits })
    expect(await subGraphsAnswered(live)).toEqual([])
  })

  test('default: every sub-graph has an answer from a pulled mirror, except the one with a key', async () => {
    const wish = { areas: [], chosen: { ...chosenByDefault, tickers }, bulk: true, freshMs: 0 }
    const signal = new AbortController().signal
    await pullMirror(root, wish, { ...world(), allowed, signal, onProgress: () => {} })
    const mirror = mirrorTransport(root)
    expect(await subGraphsAnswered(mirror)).toEqual(['social'])
    // Responses pulled for single tickers are found for any combination of them.
    const list = JSON.stringify(tickers.slice(0, 3))
    const opened = createConnectorContext({ upstreams: mirror, files: emptyFiles, now, allowed })
    const { data } = await answered(`{ quotes(tickers: ${list}) { price marketCap } }`, {}, opened)
    expect(data?.['quotes']).toEqual(
      Array(3).fill({ price: expect.any(Number), marketCap: expect.any(Number) }),
    )
  })
})

function hasMember(value: unknown, member: string): boolean {
  if (Array.isArray(value)) return value.some((row) => hasMember(row, member))
  return ((value as Record<string, unknown> | null)?.[member] ?? null) !== null
}
