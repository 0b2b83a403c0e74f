import { expect, test } from 'vitest'
import type { RpcRequest } from './evm.ts'
import { withHistory } from './history.ts'
import { type LogFilter, openLedger } from './ledger.ts'

const height = 10
/** A chain restarted at block 10 and now at 12, which records the requests to each side. */
const setUp = (restartHeight = height, oldLogs: unknown[] = ['old']) => {
  const requests: unknown[] = []
  const evm = {
    request: async ({ method, params }: RpcRequest) => {
      if (method === 'eth_blockNumber') return '0xc'
      if (method !== 'eth_getLogs') return null
      requests.push(params?.[0])
      return ['new']
    },
  }
  const ledger = {
    ...openLedger(undefined, `0x${'aa'.repeat(20)}`),
    receipt: (hash: string) => `receipt of ${hash}`,
    transaction: (hash: string) => `transaction ${hash}`,
    logs: (filter: LogFilter) => {
      requests.push(filter)
      return oldLogs
    },
  }
  const chain = withHistory(evm, ledger, restartHeight)
  const logs = (filter?: unknown) => chain.request({ method: 'eth_getLogs', params: [filter] })
  return { chain, requests, logs }
}

test('default: reads a transaction unknown to the EVM from the ledger', async () => {
  const { chain } = setUp()
  const ask = (method: string) => chain.request({ method, params: ['0x1'] })
  expect(await ask('eth_getTransactionReceipt')).toBe('receipt of 0x1')
  expect(await ask('eth_getTransactionByHash')).toBe('transaction 0x1')
  expect(await ask('eth_getBlockByHash')).toBeNull()
})

test('behavior: joins the logs of both sides of the restart', async () => {
  const { logs, requests } = setUp()
  const filter = {
    fromBlock: '0x3',
    toBlock: 'latest',
    address: '0xab',
    topics: [null, ['0x1', '0x2'], '0x3'],
  }
  expect(await logs(filter)).toEqual(['old', 'new'])
  expect(requests).toEqual([
    { fromBlock: 3, toBlock: 10, addresses: ['0xab'], topics: [[], ['0x1', '0x2'], ['0x3']] },
    { ...filter, fromBlock: '0xb', toBlock: '0xc' },
  ])
})

test.each<[string, unknown, string[]]>([
  ['only old blocks', { fromBlock: 'earliest', toBlock: '0xa' }, ['old']],
  ['only new blocks', { fromBlock: '0xb' }, ['new']],
  ['the newest block by default', {}, ['new']],
  ['no filter at all', undefined, ['new']],
  ['a block by its hash', { blockHash: '0x1' }, ['new']],
])('behavior: %s', async (_, filter, expected) => {
  expect(await setUp().logs(filter)).toEqual(expected)
})

test('behavior: a chain that never restarted uses only the EVM', async () => {
  expect(await setUp(0).logs({ fromBlock: 'earliest' })).toEqual(['new'])
})

test('error: requests no block after the latest from the EVM', async () => {
  const { logs, requests } = setUp(0)
  expect(await logs({ fromBlock: '0x0', toBlock: '0xffffffffffff' })).toEqual(['new'])
  expect(requests).toEqual([{ fromBlock: '0x0', toBlock: '0xc' }])
  expect(await logs({ fromBlock: '0xd', toBlock: '0xffffffffffff' })).toEqual([])
  expect(requests).toHaveLength(1)
})

test.each([{ fromBlock: '0xzz' }, { toBlock: 7 }, { fromBlock: `0x${'f'.repeat(30)}` }])(
  'error: %j is not a range',
  async (filter) => {
    await expect(setUp().logs(filter)).rejects.toMatchObject({ code: -32602 })
  },
)

test('error: refuses too many logs at once', async () => {
  const { logs } = setUp(height, Array(10_001).fill('old'))
  await expect(logs({ fromBlock: 'earliest' })).rejects.toMatchObject({ code: -32005 })
})
