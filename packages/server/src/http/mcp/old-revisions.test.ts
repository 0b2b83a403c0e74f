import { defined } from '@fiq/shared/defined'
import { expect, test } from 'vitest'
import { quotesConnector } from '../testing/quotes.ts'
import { smallApp } from '../testing/small-app.ts'

// Callers of the three old versions receive the same bytes as before the newer ones were added.

const { app } = smallApp(quotesConnector().connector)
const versions = ['2025-06-18', '2025-03-26', '2024-11-05'] as const

const call = (name: string, input: object, meta?: object) => ({
  method: 'tools/call',
  params: { name, arguments: input, ...defined({ _meta: meta }) },
})
const requests: Readonly<Record<string, object>> = {
  list: { method: 'tools/list' },
  ping: { method: 'ping' },
  resources: { method: 'resources/list' },
  templates: { method: 'resources/templates/list' },
  discover: { method: 'server/discover' },
  quote: call('quotes', { tickers: ['AAPL'] }),
  'free query': call('graphql', { query: '{ __typename }' }),
  'price of a tool': call('price', { tool: 'quotes', arguments: { tickers: ['AAPL'] } }),
  'price of an input': call('price', { tool: 'quotes', input: { tickers: ['AAPL'] } }),
  'price of a query tool': call('price', { tool: 'graphql', arguments: { query: '{ a }' } }),
  'price of nothing': call('price', {}),
  'areas, which only newer versions have': call('entityByTicker', {
    ticker: 'AAPL',
    areas: ['insiderTrades'],
  }),
  'describe, which only newer versions have': call('describe', { name: 'quotes' }),
  'answer, which only newer versions have': call('answer', { id: '0'.repeat(32) }),
  'a budget': call('graphql', { query: '{ __typename }' }, { 'fiq/budget': 4_000 }),
}

test.each(versions)('behavior: %s has the same bytes as before', async (version) => {
  const initialized = await post({
    method: 'initialize',
    params: {
      protocolVersion: version,
      capabilities: {},
      clientInfo: { name: 'golden', version: '1' },
    },
  })
  expect(initialized).toContain(`"protocolVersion":"${version}"`)
  const lines = [`initialize\n${initialized.replace(version, 'VERSION')}`]
  for (const [name, request] of Object.entries(requests))
    lines.push(`${name}\n${await post(request, version)}`)
  await expect(`${lines.map(masked).join('\n\n')}\n`).toMatchFileSnapshot(
    'testing/old-revisions.txt',
  )
})

async function post(request: object, version?: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { host: 'fiq.test', ...defined({ 'mcp-protocol-version': version }) },
    payload: { jsonrpc: '2.0', id: 7, ...request },
  })
  return `${answer.statusCode} ${answer.headers['content-type']} ${answer.body}`
}

/** The random part of a quote differs in each response. */
function masked(text: string): string {
  return text.replace(/(secret\\?":\\?")[\w-]+/g, '$1MASKED')
}
