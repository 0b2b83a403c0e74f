import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClientHome, fiq, fiqJson, placeWallet } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'

// A journal is lost after real payments on the embedded chain, and recovered from the chain.

let server: Awaited<ReturnType<typeof runningServer>>
let client: ClientHome
let paid = 0
const rpc = () => ['--rpc-url', `${server.url}/devnet/rpc`]
const spent = async () =>
  (await fiqJson<{ window: string; spent: string }[]>(client, 'budget', 'show', '--json'))
    .filter(({ window }) => window !== 'session')
    .map(({ spent }) => Number(spent))

beforeAll(async () => {
  server = await runningServer()
  client = { url: server.url, home: join(server.folder, 'client') }
  placeWallet(client)
  await fiqJson(client, 'wallet', 'fund', '--json')
  for (const ticker of ['AAPL', 'MSFT', 'NVDA']) {
    const { status, stderr } = await fiq(client, ['quote', ticker, '--json', '--yes'])
    expect(status, stderr).toBe(0)
  }
  const listed = await fiqJson<{ amount: string }[]>(client, 'payments', 'list', '--json')
  paid = listed.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1e6), 0)
  expect(paid).toBeGreaterThan(0)
}, 120_000)
const proxies: ChildProcess[] = []
afterAll(() => {
  for (const proxy of proxies) proxy.kill()
  return server?.close()
})

function lose(): void {
  for (const file of readdirSync(client.home))
    if (file.startsWith('payments.sqlite')) rmSync(join(client.home, file), { recursive: true })
}

test('error: refuses to reset an intact journal', async () => {
  const { status, stderr } = await fiq(client, ['payments', 'reset', '--force', ...rpc()])
  expect(status).toBe(2)
  expect(stderr).toContain('The payment journal is intact')
})

test('error: without the journal nothing is paid, and a reset needs a confirmation and a node', async () => {
  lose()
  const refused = await fiq(client, ['quote', 'AAPL', '--json', '--yes'])
  expect([refused.status, JSON.parse(refused.stderr).error]).toMatchObject([
    3,
    { code: 'JOURNAL_UNAVAILABLE', remedy: expect.stringContaining('fiq payments reset') },
  ])
  for (const [words, says] of [
    [rpc(), 'there is no terminal for a prompt'],
    [['--force'], 'no RPC address'],
    [['--force', '--rpc-url', await silentNode()], 'does not answer'],
  ] as const) {
    const { status, stderr } = await fiq(client, ['payments', 'reset', ...words])
    expect(status).not.toBe(0)
    expect(stderr).toContain(says)
  }
  expect(readdirSync(client.home).filter((file) => file.includes('.before-'))).toEqual([])
})

test('behavior: a reset counts exactly what the chain shows, and payments continue', async () => {
  const reset = await fiqJson<object>(client, 'payments', 'reset', '--force', '--json', ...rpc())
  expect(reset).toMatchObject({
    movedTo: null,
    chain: 'read',
    payments: 3,
    spent: String(paid / 1e6),
  })
  for (const sum of await spent()) expect([0, paid]).toContain(Math.round(sum * 1e6))
  expect(Math.max(...(await spent())) * 1e6).toBeCloseTo(paid)
  const { status, stderr } = await fiq(client, ['quote', 'TSLA', '--json', '--yes'])
  expect(status, stderr).toBe(0)
})

test('behavior: a damaged journal is moved aside; without a chain the budget windows begin at zero', async () => {
  lose()
  writeFileSync(join(client.home, 'payments.sqlite'), 'x'.repeat(50_000))
  const words = ['payments', 'reset', '--force', '--without-chain', '--json']
  const reset = await fiqJson<{ movedTo: string }>(client, ...words)
  expect(reset).toMatchObject({ chain: 'not read', payments: 0, spent: '0' })
  expect(readdirSync(client.home)).toContain(reset.movedTo.split('/').at(-2))
  expect(Math.max(...(await spent()))).toBe(0)
  expect((await fiq(client, ['quote', 'IBM', '--json', '--yes'])).status).toBe(0)
})

test('error: a proxy that ran during a reset pays nothing until it is started again', async () => {
  await fiq(client, ['payees', 'trust', server.url])
  const { token } = await fiqJson<{ token: string }>(client, 'proxy', 'token', 'add', 'ann')
  const before = await startProxy()
  expect((await quotes(before, token, 'AMD')).status).toBe(200)
  lose()
  await fiqJson(client, 'payments', 'reset', '--force', '--json', ...rpc())
  const counted = Math.max(...(await spent()))
  const refused = await quotes(before, token, 'ORCL')
  expect(refused.json.errors[0].extensions).toMatchObject({
    code: 'JOURNAL_UNAVAILABLE',
    funds: 'untouched',
  })
  // The chain shows no payment that the new journal does not count.
  lose()
  await fiqJson(client, 'payments', 'reset', '--force', '--json', ...rpc())
  expect(Math.max(...(await spent()))).toBe(counted)
})

/** Starts `fiq proxy`. @returns Its port. */
async function startProxy(): Promise<number> {
  const program = join(import.meta.dirname, '../bin/fiq')
  const proxy = spawn(program, ['proxy', '--port', '0', '--url', server.url], {
    env: {
      PATH: process.env['PATH'],
      FIQ_HOME: client.home,
      FIQ_WALLET_PASSPHRASE: 'correct horse',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  proxies.push(proxy)
  return new Promise((resolve, reject) => {
    let output = ''
    proxy.stderr.on('data', (chunk: Buffer) => {
      output += chunk
      const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (found) resolve(Number(found))
    })
    proxy.once('close', (code) => reject(new Error(`The proxy ended with ${code}: ${output}`)))
  })
}

async function quotes(port: number, token: string, ticker: string) {
  const response = await fetch(`http://127.0.0.1:${port}/api/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price } }',
      variables: { tickers: [ticker] },
    }),
  })
  return { status: response.status, json: JSON.parse(await response.text()) }
}

/** A node that supports no method. */
async function silentNode(): Promise<string> {
  const node = createServer((_, response) => response.end('{"error":{}}'))
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  node.unref()
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}`
}
