import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import type { Table } from '@fiq/shared/answers/tables'
import { joinTables } from '@fiq/shared/answers/testing/join-tables'
import { idempotencyMetaKey } from '@fiq/shared/idempotency-key'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '../../packages/shared/src/catalog/catalog.ts'
import { entityAreas } from '../../packages/shared/src/schema/entity-areas.ts'
import { runningServer } from '../testing/running-server.ts'
import { keyWithCredits } from '../testing/signed-in.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON as a model reads it
type Json = any

let server: Awaited<ReturnType<typeof runningServer>>
let agent: Client
let headers: Record<string, string>
/** A hundred tickers that the sandbox knows. */
let tickers: readonly string[]

beforeAll(async () => {
  server = await runningServer()
  const key = await keyWithCredits(server, '9')
  agent = new Client({ name: 'a', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  headers = { authorization: `Bearer ${key}` }
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }),
  )
  const { data } = await call('screen', { filter: { limit: 100 } }, { 'fiq/budget': 0 })
  tickers = data.screen.map(({ ticker }: Json) => ticker)
  expect(tickers).toHaveLength(100)
})
afterAll(async () => {
  await agent.close()
  await server.close()
})

async function call(name: string, input: object, meta: object = {}): Promise<Json> {
  const { structuredContent } = await agent.callTool({
    name,
    arguments: { ...input },
    _meta: { ...meta },
  })
  return structuredContent
}

/** The input of each tool that gives the largest answer which it sells. */
const largest: Readonly<Record<string, () => object>> = {
  quotes: () => ({ tickers }),
  searchEntities: () => ({ query: 'a', limit: 50 }),
  priceHistory: () => ({ tickers: ['AAPL'], range: 'max' }),
  entityByTicker: () => ({
    ticker: 'AAPL',
    areas: Object.entries(entityAreas)
      .filter(([name]) => !name.includes('.'))
      .map(([name, fields]) => (fields.includes('ArrayFilterInput') ? { name, limit: 40 } : name)),
  }),
  entitiesByTickers: () => ({ tickers: tickers.slice(0, 50), areas: ['financials'] }),
  marketStatus: () => ({}),
  sanctionsScreen: () => ({ name: 'SANDBOX EXAMPLE AIRLINES' }),
  institutionalHoldings: () => ({ cik: '0001067983', limit: 500 }),
  gdp: () => ({ country: 'USA', type: 'forecast' }),
  inflation: () => ({ country: 'USA' }),
  interestRates: () => ({ country: 'USA' }),
  macroSeries: () => ({ seriesId: 'CPIAUCSL', filter: { limit: 500 } }),
  shortInterest: () => ({ ticker: 'AAPL', filter: { limit: 500 } }),
  campaignFinance: () => ({ name: 'Sanders', filter: { limit: 500 } }),
  sp500Multiples: () => ({ series: 'shiller-pe' }),
  screen: () => ({ filter: { limit: 100 } }),
}

/** A whole table, by the links from page to page. */
async function tableOf(uri: string, path: string): Promise<Table> {
  const pages: Table[] = []
  let next: string | undefined = `${uri}?table=${path}`
  while (next !== undefined) {
    const { contents } = await agent.readResource({ uri: next })
    const [page] = contents as { text: string; _meta?: Record<string, string> }[]
    expect(Buffer.byteLength(page!.text)).toBeLessThanOrEqual(answerBudgetDefault)
    pages.push(JSON.parse(page!.text))
    next = page!._meta?.['fiq/next']
  }
  return { ...pages[0]!, rows: pages.flatMap(({ rows }) => rows) }
}

/** The text of an answer, by the tool for hosts that do not read resources. */
async function textOf(id: string): Promise<string> {
  let text = ''
  let from: number | undefined = 0
  while (from !== undefined) {
    const page = await call('answer', { id, from })
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(answerBudgetDefault)
    text += page.text
    from = page.answer.next
  }
  return text
}

/** The data of an answer in any of its forms. */
async function wholeOf({ data, answer, tables, rest }: Json): Promise<unknown> {
  if (answer === undefined) return data
  if (answer.form === 'columns') return joinTables(rest, tables)
  const read: Table[] = []
  for (const { path } of tables) read.push(await tableOf(answer.uri, path))
  return joinTables(rest, read)
}

test('default: names an input of every tool', () => {
  expect(Object.keys(largest)).toEqual(catalog.map(({ name }) => name))
})

const forms = new Set<string>()
test.each(Object.keys(largest))(
  'behavior: the largest answer of %s fits the budget, and its pages contain everything',
  async (name) => {
    // The same answer twice, charged once.
    const again = { [idempotencyMetaKey]: `"${name}"` }
    const fitted = await call(name, largest[name]!(), again)
    expect(fitted.errors).toBeUndefined()
    expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(answerBudgetDefault)
    forms.add(fitted.answer?.form ?? 'whole')
    const { answer } = fitted
    const { data } =
      answer?.form === 'summary'
        ? await (await fetch(answer.url, { headers })).json()
        : await call(name, largest[name]!(), { ...again, 'fiq/budget': 0 })
    expect(await wholeOf(fitted)).toEqual(data)
    if (answer?.form === 'summary') expect(JSON.parse(await textOf(answer.id)).data).toEqual(data)
  },
)

test('default: the answers above have all three forms', () => {
  expect([...forms].sort()).toEqual(['columns', 'summary', 'whole'])
})

test('behavior: a large answer that is free is not stored; its summary says how to get it', async () => {
  const fitted = await call('graphql', { query: getIntrospectionQuery() })
  expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(answerBudgetDefault)
  expect(fitted.answer).toEqual({
    form: 'summary',
    bytes: expect.any(Number),
    rows: expect.any(Number),
    read: expect.stringContaining('fiq/budget'),
  })
})

test('error: an order for more than MCP can send is refused before it is charged', async () => {
  const { errors } = await call('priceHistory', { tickers: tickers.slice(0, 50), range: 'max' })
  expect(errors[0].extensions).toMatchObject({ code: 'QUERY_TOO_LARGE', funds: 'untouched' })
})
