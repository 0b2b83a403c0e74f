import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { RpcRequest } from '../../devnet/evm.ts'
import { RateLimitedError } from '../../rate-limit/rate-limited.ts'
import { httpDefaults, httpRules } from '../http-defaults.ts'
import { devnetSurface } from './devnet.ts'

/** A chain whose calls the test ends, and a request limit for addresses. */
function scene(requestsMax = Number.POSITIVE_INFINITY) {
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
      if (method === 'eth_call') await new Promise<void>((resolve) => ends.push(resolve))
      return '0x1'
    },
    faucet: async () => '0x2' as const,
    balanceOf: async () => 5n,
  }
  const verdict = { allowed: false, remaining: 0, resetMicros: 9, retryAfterMicros: 9 }
  const admitAnonymous = (address: string) => {
    if (counted.length === requestsMax)
      throw new RateLimitedError({ requestsPerMinute: requestsMax }, verdict, { pays: false })
    counted.push(address)
    return {}
  }
  devnetSurface(app, { devnet, gate: { admitAnonymous }, report() {} })
  const post = (path: string, payload: unknown, address = '192.0.2.1') =>
    app.inject({
      ...{ method: 'POST', url: `/devnet/${path}`, payload: JSON.stringify(payload) },
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    })
  const rpc = (method: string, address?: string) =>
    post('rpc', { jsonrpc: '2.0', id: 1, method, params: [] }, address)
  return { post, rpc, counted, started, ends }
}

const batch = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    ...{ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] },
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
  const { post, started } = scene(2)
  expect((await post('rpc', batch(3))).statusCode).toBe(429)
  expect((await post('rpc', batch(1))).statusCode).toBe(429)
  expect((await post('rpc', 'no message')).statusCode).toBe(429)
  expect((await post('faucet', { address: `0x${'a'.repeat(40)}` })).statusCode).toBe(429)
  expect(started).toEqual([])
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
