import { expect, test } from 'vitest'
import { send } from '../payment/testing/hostile-server.ts'
import { testClock } from '../payment/testing/test-payer.ts'
import { proxyScene } from './testing/proxy-scene.ts'

const query = (key: string) => ({
  query: `query ($t: [String!]!) { ${key} quotes(tickers: $t) { price } }`,
  variables: { t: ['A'] },
})
const aliased = query('gdp:')

test('behavior: a resumed answer has its age over HTTP and MCP, and old quotes are stale', async () => {
  const clock = testClock()
  const mode = { paid: (r: Parameters<typeof send>[0]) => send(r, 400, '{}'), settles: false }
  const scene = await proxyScene({ clock, mode })
  try {
    await scene.quotes('A')
    await scene.quotes('B')
    await scene.post('/api/graphql', aliased)
    clock.advance(90_000)
    scene.server.become({})
    const { headers } = await scene.quotes('A')
    expect(headers.get('x-fiq-answer')).toBe('resumed')
    expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(90)
    expect(headers.get('x-fiq-stale')).toBe('quotes')
    const { structuredContent, ...result } = await scene.mcp('quotes', { tickers: ['B'] })
    expect(structuredContent.cost.ageSeconds).toBeGreaterThanOrEqual(90)
    expect(structuredContent.stale).toEqual(['quotes'])
    expect(result).toMatchObject({ _meta: { 'fiq/stale': ['quotes'] } })
    // Quotes under an alias that is the name of a slow field are still quotes.
    const renamed = await scene.post('/api/graphql', aliased)
    expect(renamed.headers.get('x-fiq-stale')).toBe('gdp')
  } finally {
    await scene.close()
  }
})

test('behavior: --reuse stores quotes for 15 s, for any alias or answer', async () => {
  const clock = testClock()
  const mode = {
    paid: (r: Parameters<typeof send>[0]) => send(r, 200, '{"data":{"gdp":[{"price":1}]}}'),
  }
  const scene = await proxyScene({ clock, mode, options: { reuse: true } })
  try {
    const from = async () => (await scene.post('/api/graphql', aliased)).headers.get('x-fiq-answer')
    expect([await from(), await from()]).toEqual(['asked', 'reused'])
    clock.advance(15_001)
    expect(await from()).not.toBe('reused')
  } finally {
    await scene.close()
  }
})
