import { afterEach, describe, expect, test } from 'vitest'
import { openHttp, sendLimits } from '../asking/send-request.ts'
import { hostileAnswers, hostileQuotes } from '../payment/testing/hostile-modes.ts'
import type { Mode } from '../payment/testing/hostile-server.ts'
import { proxyScene } from './testing/proxy-scene.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Scene = Awaited<ReturnType<typeof proxyScene>>

/** The same question by each way in. @returns the code of the error. */
const surfaces: readonly [string, (scene: Scene) => Promise<string | undefined>][] = [
  ['HTTP', async ({ quotes }) => (await quotes('AAPL')).json.errors?.[0].extensions.code],
  [
    'GraphQL',
    async ({ post }) => (await post('/api/graphql', free)).json.errors?.[0].extensions.code,
  ],
  ['MCP over HTTP', async ({ mcp }) => (await mcp('quotes', input)).structuredContent.error?.code],
  [
    'MCP over stdio',
    async ({ stdio }) => (await stdio('quotes', input)).structuredContent.error?.code,
  ],
]
const input = { tickers: ['AAPL'] }
const free = {
  query: 'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price } }',
  variables: input,
}

describe.each(surfaces)('through %s', (_, ask) => {
  test.each(hostileQuotes)('error: a hostile quote is not signed: %s', async (_, mode, code) => {
    const scene = await open(mode)
    expect(await ask(scene)).toBe(code)
    expect(scene.signatures()).toBe(0)
    expect(scene.server.payments).toEqual([])
  })

  test.each(hostileAnswers)(
    'error: a hostile answer never leads to a second signature: %s',
    async (_, mode, code) => {
      const scene = await open(mode)
      expect(await ask(scene)).toBe(code)
      expect(scene.signatures()).toBe(1)
      expect(new Set(scene.server.headersSeen).size).toBe(1)
    },
  )
})

async function open(mode: Mode): Promise<Scene> {
  const scene = await proxyScene({ mode, send: openHttp({ ...sendLimits, timeoutMs: 1_500 }) })
  cleanups.push(() => scene.close())
  return scene
}
