import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPersonalServer } from '@fiq/shared/personal-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { writeDecisions } from '../sources/grades/own-decisions.ts'
import { storedAnswersFolder } from '../sources/grades/stored-answers.ts'
import { startPersonal } from './start-personal.ts'

const folder = mkdtempSync(join(tmpdir(), 'personal-'))
const dataDir = join(folder, 'data')
const start = (flags: Record<string, string> = {}) =>
  startPersonal(
    readConfig({ personal: 'on', upstream: 'sandbox', port: '0', dataDir, ...flags }, {}),
    {
      log: { error() {}, info() {}, debug() {}, warn() {} },
      now: () => new Date('2026-11-18T17:00:00Z'),
      version: '0.1.0',
      environment: {},
      pid: process.pid,
    },
  )
const serverFile = join(dataDir, 'server.json')
const held = () => readPersonalServer(readFileSync(serverFile, 'utf8'))!

let server: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  server = await start()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function ask(query: string, headers: Record<string, string> = {}, path = '/api/graphql') {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${held().key}`,
      ...headers,
    },
    body: JSON.stringify({ query }),
  })
}
const quotes = '{ quotes(tickers: ["AAPL"]) { ticker price } }'

describe('a personal server', () => {
  test('default: answers the holder of its key, free', async () => {
    const answer = await ask(quotes)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      data: { quotes: [{ ticker: 'AAPL', price: expect.any(Number) }] },
      extensions: { sources: expect.anything(), disclaimers: expect.anything() },
    })
    const again = (await (await ask(quotes)).json()) as { extensions: object }
    expect(Object.keys(again.extensions)).toEqual(['sources'])
  })

  test('error: an answer without data has the code of its reason', async () => {
    const answer = await ask('{ quotes(tickers: ["VFIAX"]) { price } }')
    expect(await answer.json()).toMatchObject({
      errors: [{ message: 'No source has a price for VFIAX.', extensions: { code: 'NOT_FOUND' } }],
    })
  })

  test('behavior: stores an answer above its budget, whose pages are free', async () => {
    const mcp = async (method: string, params: object) => {
      const answer = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${held().key}`,
          'mcp-protocol-version': '2025-11-25',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: JSON as a client reads it
      return ((await answer.json()) as any).result
    }
    const history = { tickers: ['AAPL'], range: 'max' }
    const { structuredContent } = await mcp('tools/call', {
      name: 'priceHistory',
      arguments: history,
    })
    const { id, uri } = structuredContent.answer
    const [table] = structuredContent.tables
    const { contents } = await mcp('resources/read', { uri: `${uri}?table=${table.path}&rows=5` })
    expect(JSON.parse(contents[0].text)).toMatchObject({ count: table.count })
    const page = await mcp('tools/call', { name: 'answer', arguments: { id, table: table.path } })
    expect(page.structuredContent.table.rows.length).toBeGreaterThan(5)
    const whole = await fetch(`${server.url}/answers/${id}`, {
      headers: { authorization: `Bearer ${held().key}` },
    })
    expect((await whole.text()).length).toBeGreaterThan(structuredContent.answer.bytes - 10)
    const url = `${server.url}/answers/${'0'.repeat(32)}`
    const headers = { authorization: `Bearer ${held().key}` }
    expect((await fetch(url, { headers })).status).toBe(404)
  })

  test('behavior: the tools and the instructions of /mcp state that they are free', async () => {
    const mcp = async (method: string, version: string, params: object = {}) => {
      const answer = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${held().key}`,
          'mcp-protocol-version': version,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: JSON as a client reads it
      return ((await answer.json()) as any).result
    }
    for (const version of ['2025-11-25', '2025-06-18']) {
      const { tools } = await mcp('tools/list', version)
      for (const { description } of tools) expect(description).toMatch(/\bFree\./)
      const clientInfo = { name: 'test', version: '1' }
      const hello = { protocolVersion: version, capabilities: {}, clientInfo }
      const { instructions } = await mcp('initialize', version, hello)
      expect(instructions).not.toMatch(/USDC|pay/i)
    }
  })

  test('behavior: the tools and MCP answer too, and a price is zero', async () => {
    const tool = await fetch(`${server.url}/tools/marketStatus`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${held().key}` },
      body: '{}',
    })
    expect(await tool.json()).toMatchObject({ data: { marketStatus: expect.anything() } })
    const price = await ask(quotes, {}, '/api/v1/price')
    expect(await price.json()).toMatchObject({ credits: 0, amount: '0', rows: [] })
  })

  test('error: gives 401 without its key, never 402', async () => {
    for (const authorization of ['', 'Bearer fiq_wrong', held().key]) {
      const refused = await ask(quotes, { authorization })
      expect(refused.status).toBe(401)
      expect(refused.headers.get('payment-required')).toBeNull()
      expect(await refused.json()).toMatchObject({
        errors: [{ extensions: { code: 'INVALID_KEY' } }],
      })
    }
    expect((await fetch(`${server.url}/api/v1/sources`)).status).toBe(401)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  test('error: refuses a web page, even with the key', async () => {
    expect((await ask(quotes, { origin: server.url })).status).toBe(403)
    expect((await ask(quotes, { referer: 'https://a.example/' })).status).toBe(403)
    const preflight = await fetch(`${server.url}/api/graphql`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(403)
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('error: sells nothing', async () => {
    for (const path of ['/devnet/faucet', '/api/v1/credits/topup', '/auth/siwx/nonce', '/admin'])
      expect([404, 405]).toContain((await ask('{}', {}, path)).status)
    const unknown = await ask('{ quotes(tickers: ["NOPE"]) { price } }')
    expect(unknown.headers.get('payment-required')).toBeNull()
    expect(await unknown.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  })

  test('behavior: key and address are in files that only the user can read, the address while it runs', async () => {
    for (const name of ['key', 'server.json'])
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
    const first = held()
    expect(first).toMatchObject({ url: server.url, pid: process.pid, version: '0.1.0' })
    await server.close()
    expect(existsSync(serverFile)).toBe(false)
    server = await start()
    expect(held().key).toBe(first.key)
    await expect(start({ port: new URL(server.url).port })).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
    })
  })

  test('error: refuses a second server of the same user, also at another address', async () => {
    await expect(start()).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: `Your server already runs at ${server.url}.`,
    })
    expect(held().url).toBe(server.url)
  })

  test('behavior: starts beside the file of a server that has ended', async () => {
    const other = join(folder, 'ended')
    mkdirSync(other)
    const ended = { ...held(), url: 'http://127.0.0.1:1' }
    writeFileSync(join(other, 'server.json'), JSON.stringify(ended))
    const next = await start({ dataDir: other })
    expect(readPersonalServer(readFileSync(join(other, 'server.json'), 'utf8'))?.url).toBe(next.url)
    await next.close()
  })

  test('behavior: lists the source of each area, and what would add a source', async () => {
    const answer = await fetch(`${server.url}/api/v1/sources`, {
      headers: { authorization: `Bearer ${held().key}` },
    })
    const { areas } = (await answer.json()) as { areas: { area: string; add: string[] }[] }
    const quotes = areas.find(({ area }) => area === 'quotes')
    expect(quotes).toMatchObject({ isReady: true, on: expect.arrayContaining(['CoinGecko']) })
    expect(quotes?.add).toContain('FINNHUB_API_KEY')
  })
})

test('behavior: history of shares without a source for them is not listed as ready', async () => {
  const live = await start({ upstream: 'live', dataDir: join(folder, 'shares') })
  expect(live.refusedAreas).toContainEqual({
    area: 'price history of shares',
    settings: expect.arrayContaining(['ALPACA_API_KEY_ID and ALPACA_API_SECRET_KEY']),
  })
  expect(live.refusedAreas.map(({ area }) => area)).not.toContain('price history')
  await live.close()
}, 30_000)

test('behavior: a running server deletes the answers of an owner who is disabled', async () => {
  const own = join(folder, 'live')
  const stored = join(storedAnswersFolder(own), 'query1.finance.yahoo.com')
  mkdirSync(stored, { recursive: true })
  writeDecisions(own, { yahoo: '2026-11-18T17:00:00Z' })
  const live = await start({ upstream: 'live', dataDir: own })
  expect(existsSync(stored)).toBe(true)
  writeDecisions(own, {})
  await vi.waitUntil(() => !existsSync(stored), { timeout: 20_000 })
  await live.close()
}, 30_000)
