import { expect, test } from 'vitest'
import { send } from '../payment/testing/hostile-server.ts'
import { testClock } from '../payment/testing/test-payer.ts'
import { proxyScene } from './testing/proxy-scene.ts'

test('behavior: a resumed answer carries its age over HTTP and MCP, and old quotes are stale', async () => {
  const clock = testClock()
  const mode = { paid: (r: Parameters<typeof send>[0]) => send(r, 400, '{}'), settles: false }
  const scene = await proxyScene({ clock, mode })
  try {
    await scene.quotes('A')
    await scene.quotes('B')
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
  } finally {
    await scene.close()
  }
})
