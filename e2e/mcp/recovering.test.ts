import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClientHome, fiq, placeWallet } from '../testing/fiq.ts'
import { runningServer } from '../testing/running-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON as a model reads it
type Json = any
type Call = { name: string; input: Json }

const folder = mkdtempSync(join(tmpdir(), 'fiq-recovering-'))
let server: Awaited<ReturnType<typeof runningServer>>
const agents: Record<string, Client> = {}
beforeAll(async () => {
  server = await runningServer()
  const home: ClientHome = { url: server.url, home: join(folder, 'home') }
  await server.devnet.faucet(placeWallet(home), 5_000_000n)
  await fiq(home, ['payees', 'trust', server.url])
  await fiq(home, ['budget', 'set', '--per-day', '9'])
  await fiq(home, ['proxy', 'token', 'add', 'walker', '--cap', '9/day'])
  agents['the server'] = await connected(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)),
  )
  agents['fiq mcp'] = await connected(
    new StdioClientTransport({
      command: join(import.meta.dirname, '../../bin/fiq'),
      args: ['mcp', '--client', 'walker', '--url', server.url],
      cwd: folder,
      stderr: 'ignore',
      env: {
        ...getDefaultEnvironment(),
        FIQ_HOME: home.home,
        FIQ_WALLET_PASSPHRASE: 'correct horse',
      },
    }),
  )
})
afterAll(async () => {
  await Promise.all(Object.values(agents).map((agent) => agent.close()))
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function connected(transport: Parameters<Client['connect']>[0]): Promise<Client> {
  const mode = { versionNegotiation: { mode: 'auto' } } as const
  const agent = new Client({ name: 'a', version: '1' }, mode)
  await agent.connect(transport)
  return agent
}

/** The error that a model reads: of a result or of the protocol; `undefined` for data or a quote. */
async function errorOf(agent: Client, { name, input }: Call): Promise<Json> {
  try {
    const { structuredContent: content } = (await agent.callTool({
      name,
      arguments: input,
    })) as Json
    if (content.error?.code) return content.error
    const [first] = content.x402Version ? [] : (content.errors ?? [])
    return first && { message: first.message, ...first.extensions }
  } catch (thrown) {
    const { message, data } = thrown as { message: string; data?: Json }
    return { message, ...data }
  }
}

/** The text of a JSON value in a call, replaced by another. */
const replaced = ({ name, input }: Call, wrong: string, right: string): Call =>
  name === wrong
    ? { name: right, input }
    : { name, input: JSON.parse(JSON.stringify(input).replaceAll(`${wrong}`, right)) }

/** The next call by the words of an error, like a model that knows only the list of tools. */
async function nextOf(agent: Client, call: Call, error: Json): Promise<Call | undefined> {
  const facts: readonly string[] = error.facts ?? []
  const text = JSON.stringify([call.name, call.input])
  const wrong = [...`${error.message} ${facts.join(' ')}`.matchAll(/\b[\w.]{3,}\b/g)]
    .map(([word]) => word)
    .find(
      (word) => text.includes(`"${word}"`) && (word !== call.name || /no tool/.test(error.message)),
    )
  const meant = facts.map((fact) => /Did you mean ([\w.^-]+)\?/.exec(fact)?.[1]).find(Boolean)
  if (meant && wrong) return replaced(call, wrong, meant)
  for (const fact of facts) {
    const [, name, json] = /^(?:A valid call: )?(\w+) (\{.*\})/.exec(fact) ?? []
    if (name === undefined || json === undefined) continue
    const input = JSON.parse(json)
    if (name === 'describe') {
      const { structuredContent } = (await agent.callTool({ name, arguments: input })) as Json
      const { tool, arguments: shown } = structuredContent.example ?? {}
      if (tool) return { name: tool, input: shown }
    } else if (name !== 'searchEntities') return { name, input }
  }
  return undefined
}

const ticker = { ticker: 'AAPL' }
const bars = { tickers: ['AAPL'] }
const wrongCalls: readonly Call[] = [
  { name: 'quots', input: bars },
  { name: 'quotes', input: {} },
  { name: 'quotes', input: ticker },
  { name: 'quotes', input: { tickers: 'AAPL' } },
  { name: 'quotes', input: { tickers: [] } },
  { name: 'quotes', input: { tickers: ['APPL'] } },
  { name: 'quotes', input: { tickers: ['AAPL', 'aapl'] } },
  { name: 'quotes', input: { tickers: [{ ticker: 'AAPL' }] } },
  { name: 'searchEntities', input: { query: '' } },
  { name: 'searchEntities', input: { query: 'apple', type: 'BOND' } },
  { name: 'priceHistory', input: { ...bars, range: '1w' } },
  { name: 'priceHistory', input: { ...bars, interval: 'daily' } },
  { name: 'priceHistory', input: { ...bars, range: 'max', interval: '1m' } },
  { name: 'priceHistory', input: { ...bars, filter: { from: '2019-03-04' } } },
  { name: 'priceHistory', input: { ...bars, filter: { since: 'last week' } } },
  { name: 'priceHistory', input: { ...bars, since: '2019-03-04' } },
  { name: 'entityByTicker', input: { ticker: 'NOPE' } },
  { name: 'entityByTicker', input: { ...ticker, areas: ['insiderTrade'] } },
  { name: 'entityByTicker', input: { ...ticker, areas: ['revenue'] } },
  { name: 'entityByTicker', input: { ...ticker, areas: 'news' } },
  { name: 'entityByTicker', input: { ...ticker, areas: ['news', 'news'] } },
  { name: 'entityByTicker', input: { ...ticker, areas: [{ name: 'market', limit: 5 }] } },
  { name: 'entityByTicker', input: { ...ticker, areas: [{ name: 'news', limit: 1_000 }] } },
  { name: 'entityByTicker', input: { ...ticker, areas: [{ name: 'news', since: '2026-01-01' }] } },
  {
    name: 'entityByTicker',
    input: { ...ticker, areas: [{ name: 'derivatives.options', filter: { minStrik: 200 } }] },
  },
  { name: 'gdp', input: { country: 'United States' } },
  { name: 'gdp', input: { country: 'USA', type: 'NOMINAL' } },
  { name: 'gdp', input: { country: 'XXX' } },
  { name: 'screen', input: { filter: { maxPE: 10 } } },
  { name: 'macroSeries', input: { seriesId: 'NOPE' } },
  { name: 'institutionalHoldings', input: { cik: 'Berkshire Hathaway' } },
  { name: 'sp500Multiples', input: { series: 'pe' } },
  { name: 'campaignFinance', input: { name: 'Sanders', filter: { state: 'Vermont' } } },
  { name: 'graphql', input: {} },
  { name: 'graphql', input: { q: '{ __typename }' } },
  { name: 'graphql', input: { query: '{ quotes' } },
  { name: 'graphql', input: { query: '{ stocks { price } }' } },
  { name: 'graphql', input: { query: '{ quotes { price } }' } },
  { name: 'graphql', input: { query: '{ quotes(tickers: ["AAPL"]) { prize } }' } },
  { name: 'graphql', input: { query: '{ gdp(country: "USA", type: NOMINAL) { value } }' } },
  { name: 'price', input: {} },
  { name: 'price', input: { tool: 'quots', arguments: bars } },
  { name: 'price', input: { tool: 'quotes', args: bars } },
  { name: 'price', input: { tool: 'quotes', arguments: ticker } },
  { name: 'describe', input: {} },
  { name: 'describe', input: { tool: 'quotes' } },
  { name: 'describe', input: { name: 'insiderTrade' } },
]

describe.each(['the server', 'fiq mcp'])('an agent that reads only the errors of %s', (surface) => {
  test.each(
    wrongCalls.map((call) => [`${call.name} ${JSON.stringify(call.input)}`, call] as const),
  )('error: recovers from %s', async (_, wrong) => {
    const agent = agents[surface]!
    const first = await errorOf(agent, wrong)
    expect(first).toMatchObject({ message: expect.any(String), remedy: expect.any(String) })
    let [call, error]: [Call | undefined, Json] = [wrong, first]
    for (let calls = 0; error && calls < 3; calls += 1) {
      call = await nextOf(agent, call!, error)
      expect(call, JSON.stringify(error)).toBeDefined()
      error = await errorOf(agent, call!)
    }
    expect(error).toBeUndefined()
  })
})
