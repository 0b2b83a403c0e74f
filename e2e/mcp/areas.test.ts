import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Client as NewerClient,
  StreamableHTTPClientTransport as NewerTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '../../packages/shared/src/catalog/catalog.ts'
import { type ClientHome, fiq, fiqJson } from '../testing/fiq.ts'
import { runningServer } from '../testing/running-server.ts'
import { keyWithCredits } from '../testing/signed-in.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON as a model reads it
type Json = any
type Call = (name: string, input: object) => Promise<Json>

const folder = mkdtempSync(join(tmpdir(), 'fiq-areas-'))
let server: Awaited<ReturnType<typeof runningServer>>
let client: ClientHome
let authorization: string
beforeAll(async () => {
  server = await runningServer()
  client = { url: server.url, home: join(folder, 'home') }
  await fiqJson(client, 'config', 'set', 'url', server.url, '--json').catch(() => {})
  await fiqJson(client, 'wallet', 'create', '--json')
  await fiqJson(client, 'wallet', 'fund', '--json')
  await fiq(client, ['payees', 'trust', server.url])
  const key = await keyWithCredits(server)
  authorization = `Bearer ${key}`
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Searches the inputs of the tools for a word and follows the descriptions, like a model that has
 * only seen `tools/list`.
 */
async function newestOf(word: RegExp, since: string, tools: readonly Json[], call: Call) {
  const names = tools.flatMap(({ inputSchema }) =>
    (inputSchema.properties.areas?.items.anyOf[0].enum ?? []).filter((name: string) =>
      word.test(name),
    ),
  )
  const described = await call('describe', { name: names[0], kind: 'area' })
  expect(described.schema).toContain('since: String')
  const { tool, arguments: input } = described.example
  const [area] = input.areas
  return call(tool, { ...input, areas: [{ ...area, filter: { since } }] })
}

const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)

test.each(['legacy', 'auto'] as const)(
  "default: two calls find Apple's insider trades of the last month, version %s",
  async (mode) => {
    const agent = new NewerClient({ name: 'a', version: '1' }, { versionNegotiation: { mode } })
    await agent.connect(
      new NewerTransport(new URL(`${server.url}/mcp`), {
        requestInit: { headers: { authorization } },
      }),
    )
    let calls = 0
    const call: Call = async (name, input) => {
      calls += 1
      return (await agent.callTool({ name, arguments: { ...input } })).structuredContent
    }
    const { tools } = await agent.listTools()
    const { data } = await newestOf(/insider/i, monthAgo, tools, call)
    expect(calls).toBe(2)
    expect(data.entityByTicker).toMatchObject({ name: expect.stringMatching(/apple/i) })
    for (const { filedAt } of data.entityByTicker.insiderTrades)
      expect(filedAt >= monthAgo).toBe(true)
    await agent.close()
  },
)

test('default: the same works over fiq mcp, paid by its wallet', async () => {
  const agent = new Client({ name: 'agent', version: '1' })
  await agent.connect(
    new StdioClientTransport({
      command: join(import.meta.dirname, '../../bin/fiq'),
      args: ['mcp'],
      cwd: folder,
      stderr: 'ignore',
      env: {
        ...getDefaultEnvironment(),
        FIQ_HOME: client.home,
        FIQ_WALLET_PASSPHRASE: 'correct horse',
      },
    }),
  )
  const { tools } = await agent.listTools()
  const call: Call = async (name, input) =>
    (await agent.callTool({ name, arguments: { ...input } })).structuredContent
  const { data, cost } = await newestOf(/insider/i, monthAgo, tools, call)
  expect(data.name).toMatch(/apple/i)
  const asked = { ticker: 'AAPL', areas: [{ name: 'insiderTrades', limit: 5 }] }
  const price = await call('price', { tool: 'entityByTicker', arguments: asked })
  expect(cost.paid).toBe(price.amount)
  expect(await call('price', { tool: 'entityByTicker', input: asked })).toEqual(price)
  await agent.close()
})

test('behavior: lists have at most 6,000 tokens, default answers a median of at most 1,500', async () => {
  const agent = new NewerClient(
    { name: 'a', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  )
  await agent.connect(
    new NewerTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers: { authorization } },
    }),
  )
  const tokensOf = (content: unknown) => Buffer.byteLength(JSON.stringify(content)) / 4
  const { tools } = await agent.listTools()
  expect(tokensOf(tools)).toBeLessThanOrEqual(6_000)
  for (const { name } of tools) {
    const { structuredContent } = await agent.callTool({ name: 'describe', arguments: { name } })
    expect(structuredContent).toMatchObject({ kind: 'tool', name })
    expect(tokensOf(structuredContent)).toBeLessThanOrEqual(1_500)
  }
  const sizes = []
  for (const { name, variables } of catalog) {
    const { structuredContent, isError } = await agent.callTool({
      name,
      arguments: { ...variables },
    })
    expect(isError, name).toBeFalsy()
    sizes.push(tokensOf(structuredContent))
  }
  const median = sizes.sort((a, b) => a - b)[sizes.length / 2]
  expect(median).toBeLessThan(1_500)
  await agent.close()
})
