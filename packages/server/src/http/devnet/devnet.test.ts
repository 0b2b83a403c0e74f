import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { RpcRequest } from '../../devnet/evm.ts'
import { RateLimitedError } from '../../rate-limit/rate-limited.ts'
import { httpDefaults, httpRules } from '../http-defaults.ts'
import { type DevnetPorts, devnetSurface } from './devnet.ts'

type Limits = { requestsMax?: number; unitsMax?: number }

/** A chain whose calls the test ends, and limits for addresses. */
function scene({ requestsMax, unitsMax = 600 }: Limits = {}) {
  const app = Fastify({ ...httpDefaults, trustProxy: true })
  httpRules(app, 'sandbox', (error) => {
    throw error
  })
  const counted: string[] = []
  const started: string[] = []
  const ends: (() => void)[] = []
  const devnet = {
    async request({ method }: RpcRequest) {
      started.push(method)
      if (method === 'eth_blockNumber') return '0x1000'
      if (method === 'eth_call') await new Promise<void>((resolve) => ends.push(resolve))
      return '0x1'
    },
    faucet: async () => '0x2' as const,
    balanceOf: async () => 5n,
  }
  const verdict = { allowed: false, remaining: 0, resetMicros: 9, retryAfterMicros: 9 }
  const limited = () => new RateLimitedError({ requestsPerMinute: 1 }, verdict, { pays: false })
  const used = { units: 0 }
  const gate: DevnetPorts['gate'] = {
    admitAnonymous(address) {
      if (counted.length === requestsMax) throw limited()
      counted.push(address)
      return {}
    },
    async chargeWork({ address }, units) {
      expect(address).toMatch(/^192/)
      if (used.units + units > unitsMax) throw limited()
      used.units += units
    },
  }
  devnetSurface(app, { devnet, gate, report() {} })
  const post = (path: string, payload: unknown, address = '192.0.2.1') =>
    app.inject({
      method: 'POST',
      url: `/devnet/${path}`,
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    })
  const rpc = (method: string, address?: string) =>
    post('rpc', { jsonrpc: '2.0', id: 1, method, params: [] }, address)
  return { post, rpc, counted, started, ends, used }
}

const batch = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_chainId',
    params: [],
  }))

test('behavior: each message of a batch and each use of the faucet counts as a request of its address', async () => {
  const { post, rpc, counted } = scene()
  await post('rpc', batch(3))
  await rpc('eth_chainId', '192.0.2.2')
  await post('faucet', { address: `0x${'a'.repeat(40)}` })
  const one = '192.0.2.1'
  expect(counted).toEqual([one, one, one, '192.0.2.2', one])
})

test('error: above the limit nothing of a batch runs, and the faucet gives nothing', async () => {
  const { post, started } = scene({ requestsMax: 2 })
  expect((await post('rpc', batch(3))).statusCode).toBe(429)
  expect((await post('rpc', batch(1))).statusCode).toBe(429)
  expect((await post('rpc', 'no message')).statusCode).toBe(429)
  expect((await post('faucet', { address: `0x${'a'.repeat(40)}` })).statusCode).toBe(429)
  expect(started).toEqual([])
})

test('error: the faucet counts as work of its address', async () => {
  const { post, used } = scene({ unitsMax: 120 })
  const statuses = []
  for (let n = 0; n < 4; n += 1)
    statuses.push((await post('faucet', { address: `0x${'a'.repeat(40)}` })).statusCode)
  expect(statuses).toEqual([200, 200, 429, 429])
  expect((await post('faucet', { address: 'not an address' })).statusCode).toBe(400)
  expect(used.units).toBe(100)
})

test('error: searches for logs count as work of their address', async () => {
  const { post, used, started } = scene({ unitsMax: 100 })
  const search = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_getLogs',
    params: [{ fromBlock: '0x0', toBlock: 'latest' }],
  })
  const answers = (await post('rpc', [1, 2, 3, 4].map(search))).json()
  expect(answers.map(({ error }: { error?: { code: number } }) => error?.code)).toEqual([
    ...[undefined, undefined],
    ...[-32_005, -32_005],
  ])
  expect(used.units).toBe(80)
  expect(started.filter((method) => method === 'eth_getLogs')).toHaveLength(2)
})

test('behavior: calls of one address run one at a time; other addresses and reads do not wait', async () => {
  const { rpc, started, ends } = scene()
  const calls = [rpc('eth_call'), rpc('eth_call'), rpc('eth_call', '192.0.2.2')]
  await rpc('eth_getBalance')
  await expect.poll(() => started.toSorted()).toEqual(['eth_call', 'eth_call', 'eth_getBalance'])
  for (let ended = 0; ended < calls.length; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended)
    ends[ended]!()
  }
  for (const { statusCode } of await Promise.all(calls)) expect(statusCode).toBe(200)
  expect(started).toHaveLength(4)
})

test('error: a call above the queue limit gets a JSON-RPC error', async () => {
  const { rpc, ends } = scene()
  const calls = Array.from({ length: 202 }, () => rpc('eth_call'))
  const refused = await Promise.race(calls)
  expect(refused.json().error).toEqual({
    code: -32_005,
    message: '200 calls of your address are already waiting',
  })
  for (let ended = 0; ended < 201; ended += 1) {
    await expect.poll(() => ends.length, { interval: 0 }).toBeGreaterThan(ended)
    ends[ended]!()
  }
  await Promise.all(calls)
})
