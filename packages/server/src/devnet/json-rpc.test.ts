import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { openDevnet } from './chain.ts'
import {
  allowedRpcMethods,
  answerJsonRpc,
  rpcBatchMax,
  rpcBodyBytesMax,
  rpcGasMax,
} from './json-rpc.ts'

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

test('default: a batch keeps order and ids, and omits notifications', async () => {
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

test('behavior: the chain supports every allowed method', async () => {
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
])('error: refuses %s', async (method) => {
  expect((await ask(request(method, []))).error.code).toBe(-32601)
})

test('behavior: a batch with only notifications has no response', async () => {
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

test('error: arbitrary JSON always gets a JSON-RPC response', async () => {
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

describe('gas', () => {
  /** Returns the remaining gas. */
  const gasLeft = '0x5a60005260206000f3'
  const forever = '0x5b600056'
  const gasOf = async (gas?: string) => {
    const { result } = await ask(request('eth_call', [{ data: gasLeft, gas }, 'latest']))
    return BigInt(result)
  }

  test.each([undefined, '0xffffffffff', '0x1e8480'])(
    'error: a call that requests %s gets the maximum gas of one call',
    async (gas) => {
      const left = await gasOf(gas)
      expect(left).toBeLessThan(rpcGasMax)
      expect(left).toBeGreaterThan(rpcGasMax - 100_000n)
    },
  )

  test('default: a call with less gas gets that', async () => {
    expect(await gasOf('0x186a0')).toBeLessThan(100_000n)
  })

  test.each(['eth_call', 'eth_estimateGas'])(
    'error: %s of an endless loop ends',
    async (method) => {
      const answer = await ask(request(method, [{ data: forever, gas: '0xffffffffff' }, 'latest']))
      expect(answer.error).toBeDefined()
      expect((await ask(request('eth_chainId'))).result).toBe('0x2105')
    },
  )

  test.each<[bigint, boolean]>([
    [rpcGasMax, false],
    [rpcGasMax + 1n, true],
  ])('error: refuses a transaction with %d gas: %s', async (gas, isRefused) => {
    const account = privateKeyToAccount(generatePrivateKey())
    const fee = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
    const raw = await account.signTransaction({
      chainId: 8453,
      type: 'eip1559',
      to: account.address,
      gas,
      nonce: 0,
      ...fee,
    })
    const { error } = await ask(request('eth_sendRawTransaction', [raw]))
    expect(error?.message ?? '').toEqual(
      isRefused ? expect.stringContaining('gas limit of a transaction') : '',
    )
  })
})

test.each(['0xffffffffffff', '0x1fffffffffffff'])(
  'error: logs up to a block %s that does not exist end with the latest',
  async (toBlock) => {
    const logsOf = async (filter: object) => (await ask(request('eth_getLogs', [filter]))).result
    const all = await logsOf({ fromBlock: '0x0', toBlock: 'latest' })
    expect(await logsOf({ fromBlock: '0x0', toBlock })).toEqual(all)
    expect(await logsOf({ fromBlock: toBlock, toBlock })).toEqual([])
  },
)
