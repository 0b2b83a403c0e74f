import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { type RunningServer, startServer } from './start-server.ts'

const rateLimit = 5
let folder: string
let server: RunningServer<unknown>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-http-'))
  const flags = { trustProxy: '1', serveFacilitator: 'on', rateLimit: String(rateLimit) }
  server = await startServer(readConfig({ port: '0', dataDir: folder, ...flags }, {}), {
    log: { error: expect.unreachable },
    now: () => new Date(),
    version: '0',
    environment: {},
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

let clients = 0
/** Sends requests of one client, which a proxy forwards, and returns the statuses. */
async function statusesOf(count: number, path: string, body?: string): Promise<number[]> {
  clients += 1
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-forwarded-for': `192.0.2.${clients}`,
  }
  const statuses = []
  for (let n = 0; n < count; n += 1) {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body }
    const { status } = await fetch(`${server.url}${path}`, init)
    statuses.push(status)
  }
  return statuses
}

const rpc = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

test.each([
  ['/api/graphql', '{"query":"{ marketStatus { session } }"}'],
  ['/api/v1/price', '{"query":"{ marketStatus { session } }"}'],
  ['/tools/marketStatus', '{}'],
  ['/mcp', ping],
  ['/auth/siwx/nonce', undefined],
  ['/auth/siwx/verify', '{}'],
  ['/api/v1/credits', undefined],
  ['/api/v1/credits/topup', '{"amountUsd":"1"}'],
  ['/api/v1/credits/claim', '{}'],
  ['/facilitator/verify', '{}'],
  ['/facilitator/settle', '{}'],
  ['/facilitator/discovery/resources', undefined],
  ['/devnet/rpc', rpc],
  ['/devnet/faucet', '{}'],
])('behavior: %s counts the requests of each client behind the proxy', async (path, body) => {
  const statuses = await statusesOf(rateLimit + 1, path, body)
  expect(statuses.map((status) => status === 429)).toEqual([
    ...Array<boolean>(rateLimit).fill(false),
    true,
  ])
})

test.each(['/mcp', '/api/v1/keys', '/devnet/rpc', '/no/such/path'])(
  'error: %s charges large bodies, also malformed ones, before they are parsed',
  async (path) => {
    // 125 units of 600.
    const body = `{"x":"${'x'.repeat(620_000)}"`
    const statuses = await statusesOf(rateLimit, path, body)
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, false, true])
  },
)
