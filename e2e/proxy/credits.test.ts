import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClientHome, fiq, fiqJson } from '../testing/fiq.ts'
import { listening } from '../testing/over-http.ts'
import { runningServer } from '../testing/running-server.ts'
import { keyWithCredits } from '../testing/signed-in.ts'

let server: Awaited<ReturnType<typeof runningServer>>
const homes: string[] = []
beforeAll(async () => {
  server = await runningServer()
})
afterAll(async () => {
  await server.close()
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

/** A user without a wallet, who has a key with credits. The address may be that of a relay. */
async function user({ credits = '0.3', url = server.url } = {}) {
  const key = await keyWithCredits(server, credits)
  const home = mkdtempSync(join(tmpdir(), 'fiq credits '))
  homes.push(home)
  const client: ClientHome = { url, home }
  const stored = await fiq(client, ['login', 'key', '--store', 'file'], { input: key })
  expect(stored.status).toBe(0)
  return {
    ...client,
    left: async () => (await fiqJson<{ credits: number }>(client, 'credits')).credits,
    /** The proxy refuses an address from the environment. */
    run: (words: string[], env: Record<string, string> = {}) =>
      fiq({ home, url: '' }, [...words, '--url', url], { env }),
    /** An agent that starts `fiq mcp`. */
    async agent(name: string) {
      const transport = new StdioClientTransport({
        command: join(import.meta.dirname, '../../bin/fiq'),
        args: ['mcp', '--client', name, '--url', url],
        env: { ...getDefaultEnvironment(), FIQ_HOME: home },
        stderr: 'ignore',
      })
      const agent = new Client({ name: 'agent', version: '1' })
      await agent.connect(transport)
      type Json = Record<string, unknown>
      const call = async (tool: string, input: Json, _meta: Json = {}) =>
        (await agent.callTool({ name: tool, arguments: input, _meta })).structuredContent
      return { call, close: () => agent.close(), pid: transport.pid! }
    },
  }
}

const quotes = { tickers: ['AAPL'] }

test('default: without a wallet an agent is installed, and its calls are paid by credits', async () => {
  const ann = await user()
  const env = { CLAUDE_CONFIG_DIR: ann.home }
  const installed = await ann.run(['mcp', 'install', 'claude-code', '--yes'], env)
  expect([installed.status, installed.stderr]).toEqual([0, expect.not.stringContaining('payees')])
  const { call, close } = await ann.agent('claude-code')
  expect(await call('quotes', quotes)).toMatchObject({
    data: [{ ticker: 'AAPL' }],
    cost: { paid: '0.015', unit: 'USDC', money: 'credits', answer: 'asked', credits: 5 },
  })
  expect(await call('graphql', { query: '{ __typename }' })).toMatchObject({ cost: { paid: '0' } })
  expect(await call('spending', {})).toMatchObject({
    money: 'credits',
    day: { spent: '0.015', cap: '0.5' },
  })
  await close()
  expect(await ann.left()).toBe(95)
  expect(await fiqJson<object[]>(ann, 'payments', 'list')).toEqual([])
})

test('behavior: an agent whose program is killed while it waits is charged once', async () => {
  const held = Promise.withResolvers<void>()
  let holds = true
  const relay = await listening(async (request, response) => {
    const { method, headers } = request
    const body = method === 'POST' ? await text(request) : undefined
    const isPaid = headers['idempotency-key'] !== undefined
    const sent = { ...(headers as Record<string, string>) }
    for (const name of ['host', 'connection', 'content-length']) delete sent[name]
    const answer = await fetch(server.url + request.url, {
      method: method!,
      headers: sent,
      body: body!,
    })
    const answered = await answer.text()
    // The answer never leaves.
    if (isPaid && holds) return held.resolve()
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answered)
  })
  const ann = await user({ url: relay.url })
  const first = await ann.agent('a')
  const lost = first.call('quotes', quotes).catch(() => 'ended')
  await held.promise
  process.kill(first.pid, 'SIGKILL')
  expect(await lost).toBe('ended')
  holds = false
  const second = await ann.agent('b')
  expect(await second.call('quotes', quotes)).toMatchObject({
    data: [{ ticker: 'AAPL' }],
    cost: { paid: '0', money: 'credits', answer: 'resumed' },
  })
  expect(await ann.left()).toBe(95)
  expect(await second.call('quotes', quotes)).toMatchObject({ cost: { answer: 'asked' } })
  expect(await ann.left()).toBe(90)
  await second.close()
  relay.close()
})

test('behavior: a summary that credits paid can be read in pages by the next process', async () => {
  const ann = await user()
  const first = await ann.agent('a')
  const summary = await first.call('interestRates', { country: 'USA' }, { 'fiq/budget': 4_000 })
  expect(summary).toMatchObject({ answer: { form: 'summary' }, cost: { money: 'credits' } })
  const { id, rows } = (summary as { answer: { id: string; rows: number } }).answer
  await first.close()
  const second = await ann.agent('a')
  const page = await second.call('answer', { id, table: 'interestRates' })
  expect(page).toMatchObject({ table: { path: 'interestRates', count: rows } })
  await second.close()
  expect(await ann.left()).toBe(95)
})

test('error: exhausted credits and a revoked key are refused, and the money is untouched', async () => {
  const ann = await user({ credits: '0.015' })
  const { call, close } = await ann.agent('a')
  await call('quotes', quotes)
  const refused = { remedy: 'Ask the user.', funds: 'untouched' }
  expect(await call('quotes', quotes)).toMatchObject({
    error: { ...refused, code: 'CREDITS_EXHAUSTED' },
  })
  await close()
  const other = await fiq({ url: server.url, home: ann.home }, ['logout'])
  expect(other.status).toBe(0)
  const checked = await ann.run(['mcp', '--check'])
  expect([checked.status, checked.stderr]).toEqual([4, expect.stringContaining('NO_WALLET')])
})
