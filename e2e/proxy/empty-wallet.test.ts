import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../../packages/server/src/compose/start-server.ts'
import { type ClientHome, fiq, fiqJson } from '../testing/fiq.ts'
import { malformedKinds, sendMalformed } from '../testing/malformed-connections.ts'
import { runningServer } from '../testing/running-server.ts'

type Proxy = { process: ChildProcess; port: number; token: string; client: ClientHome }

const query = 'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price } }'

let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'fiq-empty-wallet-'))
const proxies: ChildProcess[] = []

beforeAll(async () => {
  server = await runningServer()
})
afterAll(async () => {
  for (const each of proxies) {
    each.kill()
    if (each.exitCode === null && each.signalCode === null) await once(each, 'close')
  }
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('fiq proxy with an empty wallet, in front of a real server', () => {
  test("error: with the user's node each request says so before anything is signed; it serves on", async () => {
    const proxy = await startProxy('with-node', ['--rpc-url', `${server.url}/devnet/rpc`])
    const refused = {
      code: 'INSUFFICIENT_FUNDS',
      funds: 'untouched',
      facts: expect.arrayContaining([expect.stringMatching(/^Price: 0\.015 USDC/)]),
    }
    for (const ticker of ['AAPL', 'MSFT', 'AAPL']) {
      const { status, json } = await quotes(proxy, ticker)
      expect(status).toBe(402)
      expect(json.errors[0].extensions).toMatchObject(refused)
    }
    expect(await calledTool(proxy, 'AAPL')).toMatchObject({
      isError: true,
      structuredContent: { error: refused },
    })
    await disturb(proxy)
    expect((await quotes(proxy, 'AAPL')).json.errors[0].extensions).toMatchObject(refused)
    expect(await fiqJson(proxy.client, 'payments', 'list', '--json')).toEqual([])
    await fiqJson(proxy.client, 'wallet', 'fund', '--json')
    expect(await quotes(proxy, 'AAPL')).toMatchObject({
      status: 200,
      json: { data: { quotes: [{ ticker: 'AAPL' }] } },
    })
    expect(proxy.process.exitCode).toBe(null)
  })

  test("error: without one the server's refusal leaves the payment at risk; it serves on", async () => {
    const proxy = await startProxy('without-node', [])
    const first = await quotes(proxy, 'AAPL')
    const { code, funds, payment } = first.json.errors[0].extensions
    expect([code, funds]).toEqual(['PAYMENT_OUTCOME_UNKNOWN', 'at-risk'])
    await disturb(proxy)
    expect((await quotes(proxy, 'AAPL')).json.errors[0].extensions).toMatchObject({ code, payment })
    await fiqJson(proxy.client, 'wallet', 'fund', '--json')
    // The server has given this payment up. Another one is paid, and the first stays counted.
    expect(await quotes(proxy, 'IBM')).toMatchObject({ status: 200 })
    expect((await quotes(proxy, 'AAPL')).json.errors[0].extensions).toMatchObject({ code, payment })
    const payments = await fiqJson<{ for: string; state: string }[]>(
      proxy.client,
      'payments',
      'list',
      '--json',
    )
    const aapl = payments.filter((each) => each.for.includes('AAPL'))
    expect(aapl).toMatchObject([{ id: payment.id, state: 'unknown' }])
    expect(payments.filter(({ state }) => state === 'answered')).toHaveLength(1)
    expect(proxy.process.exitCode).toBe(null)
  })
})

/** Callers that leave while their request is being paid, and malformed connections. */
async function disturb({ port, token }: Proxy): Promise<void> {
  const host = `127.0.0.1:${port}`
  const body = JSON.stringify({ query, variables: { tickers: ['MSFT'] } })
  const head = `POST /api/graphql HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  for (let count = 0; count < 10; count += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(head + body, () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
  const to = { host: '127.0.0.1', port }
  await sendMalformed(to, malformedKinds(host, token), { count: 200, atATime: 20 })
  expect((await fetch(`http://${host}/health`)).status).toBe(204)
}

async function quotes(proxy: Proxy, ticker: string) {
  const response = await post(proxy, '/api/graphql', { query, variables: { tickers: [ticker] } })
  return { status: response.status, json: JSON.parse(await response.text()) }
}

async function calledTool(proxy: Proxy, ticker: string) {
  const params = { name: 'quotes', arguments: { tickers: [ticker] } }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const text = await (await post(proxy, '/mcp', call)).text()
  return JSON.parse(text.replace(/^event: message\ndata: /, '')).result
}

function post({ port, token }: Proxy, path: string, body: unknown): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  })
}

async function startProxy(name: string, words: readonly string[]): Promise<Proxy> {
  const client = { url: server.url, home: join(folder, name) }
  await fiqJson(client, 'wallet', 'create', '--json')
  await fiq(client, ['payees', 'trust', server.url])
  const { token } = await fiqJson<{ token: string }>(client, 'proxy', 'token', 'add', 'ann')
  const program = join(import.meta.dirname, '../../bin/fiq')
  const process = spawn(program, ['proxy', '--port', '0', '--url', server.url, ...words], {
    env: {
      PATH: globalThis.process.env['PATH'],
      FIQ_HOME: client.home,
      FIQ_WALLET_PASSPHRASE: 'correct horse',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  proxies.push(process)
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    process.stderr.on('data', (chunk: Buffer) => {
      if (output.length < 10_000) output += chunk
      const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (found) resolve(Number(found))
    })
    process.once('close', (code) => reject(new Error(`The proxy ended with ${code}: ${output}`)))
  })
  return { process, port, token, client }
}
