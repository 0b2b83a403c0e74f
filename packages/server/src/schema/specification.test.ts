import { catalog } from '@fiq/shared/catalog/catalog'
import { execute, isObjectType, parse } from 'graphql'
import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { openConnectorContext } from '../connectors/context.ts'
import { emptyFiles } from '../connectors/describe-connector.ts'
import { questionsOf } from '../mirror/area-questions.ts'
import { chosenByDefault } from '../mirror/chosen.ts'
import { sandboxTransport } from '../upstreams/sandbox/sandbox.ts'
import { buildSchema } from './build-schema.ts'
import type { ExecutionContext, SourceEntry } from './resolver.ts'

/** The names of the specification, section 2, with the fields it names. */
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

/** Shares, holders and cases are not of every kind of company: one of these has each. */
const tickers = ['AAPL', 'PFE', 'LMT', 'BRK-B', 'JPM', '^GSPC']

const schema = buildSchema(connectors)
const now = () => new Date('2026-11-18T17:00:00Z')
const context = openConnectorContext({
  upstreams: sandboxTransport({ now }),
  files: emptyFiles,
  now,
  allowed: new Set(),
})

async function answered(source: string, variableValues: Record<string, unknown> = {}) {
  const sources: SourceEntry[] = []
  const contextValue: ExecutionContext = {
    connectors: context,
    cite: (path, provenance) => void sources.push(...provenance.map((each) => ({ path, ...each }))),
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
  questionsOf(schema, connector, { ...chosenByDefault, tickers }),
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
    // Nobody of the example's name need be on a list.
    expect(at({ data }, outputPath) ?? null).not.toBeNull()
    expect(sources.map(({ path }) => path.split('.')[0])).toContain(outputPath.split('.')[1])
  },
)

test('behavior: the specification names sixteen tools', () => {
  expect(catalog).toHaveLength(16)
})

function hasMember(value: unknown, member: string): boolean {
  if (Array.isArray(value)) return value.some((row) => hasMember(row, member))
  return ((value as Record<string, unknown> | null)?.[member] ?? null) !== null
}
