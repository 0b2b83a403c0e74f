import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDevnet } from './chain.ts'
import { allowedRpcMethods, answerJsonRpc, rpcBatchMax, rpcBodyBytesMax } from './json-rpc.ts'

const chain = await openDevnet()
const ask = async (body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await answerJsonRpc(text, chain)
  return answer === undefined ? undefined : JSON.parse(answer)
}
const request = (method: string, params?: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

test('default: a single request', async () => {
  expect(await ask(request('eth_chainId'))).toEqual({ jsonrpc: '2.0', id: 1, result: '0x2105' })
})

test('default: a batch keeps order and ids, and leaves notifications out', async () => {
  const batch = [
    request('net_version', [], 'a'),
    { jsonrpc: '2.0', method: 'eth_chainId' },
    request('eth_nothing', [], 2),
  ]
  expect(await ask(batch)).toEqual([
    { jsonrpc: '2.0', id: 'a', result: '8453' },
    {
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32601, message: 'the method eth_nothing is not available' },
    },
  ])
})

test('behavior: every allowed method is one the chain knows', async () => {
  for (const method of allowedRpcMethods) {
    const answer = await ask(request(method, []))
    expect([method, answer.error?.code]).not.toEqual([method, -32004])
  }
})

test.each([
  'hardhat_setStorageAt',
  'hardhat_setBalance',
  'evm_mine',
  'evm_revert',
  'eth_sendTransaction',
  'eth_sign',
  'eth_newFilter',
  'debug_traceTransaction',
])('error: %s is not offered', async (method) => {
  expect((await ask(request(method, []))).error.code).toBe(-32601)
})

test('behavior: notifications alone have no answer', async () => {
  expect(await ask({ jsonrpc: '2.0', method: 'eth_chainId' })).toBeUndefined()
  expect(await ask([{ jsonrpc: '2.0', method: 'eth_chainId' }])).toBeUndefined()
})

test.each<[string, unknown, number]>([
  ['no JSON', '{', -32700],
  ['a number', 7, -32600],
  ['null', null, -32600],
  ['an empty batch', [], -32600],
  ['a batch that is too long', Array(rpcBatchMax + 1).fill(request('eth_chainId')), -32600],
  ['an id that is an object', request('eth_chainId', [], {}), -32600],
  ['an old protocol', { id: 1, method: 'eth_chainId' }, -32600],
  ['params that are an object', request('eth_chainId', { a: 1 }), -32602],
  ['a body that is too long', ' '.repeat(rpcBodyBytesMax + 1), -32600],
  ['a call that the EVM cannot read', request('eth_call', [{ to: 'bob' }]), -32602],
])('error: %s', async (_, body, code) => {
  expect((await ask(body)).error).toMatchObject({ code, message: expect.any(String) })
})

test('error: arbitrary JSON is always answered with JSON-RPC', async () => {
  const methods = fc.constantFrom('eth_call', 'eth_getLogs', 'eth_getBlockByNumber', 'eth_getCode')
  const messages = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.integer(),
    method: methods,
    params: fc.array(fc.jsonValue(), { maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(messages, fc.jsonValue()), async (message) => {
      const answer = await ask(message)
      for (const one of Array.isArray(answer) ? answer : [answer])
        expect(one?.error?.message ?? one).toBeDefined()
    }),
    { numRuns: 200 },
  )
})
