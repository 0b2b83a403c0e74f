import { expect, test } from 'vitest'
import { durably } from './durably.ts'
import type { RpcRequest } from './evm.ts'
import type { MinedBlock } from './ledger.ts'

/**
 * An EVM that mines one transaction per `eth_sendRawTransaction`, and a ledger that may be full.
 */
const setUp = () => {
  const steps: string[] = []
  const recorded: MinedBlock[] = []
  const disk = { full: false }
  let height = 5
  const evm = {
    request: async ({ method, params = [] }: RpcRequest): Promise<unknown> => {
      steps.push(params[1] === undefined ? method : `${method} ${params[1]}`)
      if (method === 'eth_sendRawTransaction') return `hash ${++height}`
      if (method === 'eth_blockNumber') return `0x${height.toString(16)}`
      if (method === 'eth_getBlockByNumber')
        return { transactions: [{ hash: `hash ${Number(params[0])}` }] }
      if (method === 'eth_getTransactionReceipt') return { transactionHash: params[0], logs: [] }
      return 'answer'
    },
  }
  const ledger = {
    record: (blocks: MinedBlock[]) => {
      if (disk.full) throw new Error('disk full')
      steps.push('record')
      recorded.push(...blocks)
    },
  }
  const request = durably(evm, ledger, 5)
  const ask = (method: string, ...params: unknown[]) => request({ method, params })
  return { ask, steps, recorded, disk }
}

test('default: records a block before its response, and before any other response', async () => {
  const { ask, steps, recorded } = setUp()
  const sent = ask('eth_sendRawTransaction', '0x').then((hash) => steps.push(`sent ${hash}`))
  const read = ask('eth_getBalance').then(() => steps.push('read'))
  await Promise.all([sent, read])
  expect(steps).toEqual([
    'eth_sendRawTransaction',
    'eth_blockNumber',
    'eth_getBlockByNumber true',
    'eth_getTransactionReceipt',
    'record',
    'sent hash 6',
    'eth_getBalance',
    'read',
  ])
  expect(recorded).toEqual([
    {
      number: 6,
      transactions: [{ hash: 'hash 6' }],
      receipts: [{ transactionHash: 'hash 6', logs: [] }],
    },
  ])
})

test.each([
  ['eth_call', [{}], 'eth_call pending'],
  ['eth_call', [{}, 'latest'], 'eth_call pending'],
  ['eth_estimateGas', [{}], 'eth_estimateGas pending'],
  ['eth_call', [{}, '0x3'], 'eth_call 0x3'],
  ['eth_getBalance', ['0x', 'latest'], 'eth_getBalance latest'],
])('behavior: requests %s %j as %s', async (method, params, step) => {
  const { ask, steps } = setUp()
  await ask(method, ...params)
  expect(steps).toEqual([step])
})

test('error: sends no response after the ledger has failed', async () => {
  const { ask, disk, recorded } = setUp()
  disk.full = true
  await expect(ask('eth_sendRawTransaction', '0x')).rejects.toThrow('disk full')
  disk.full = false
  await expect(ask('eth_getBalance')).rejects.toMatchObject({ code: -32603 })
  await expect(ask('eth_sendRawTransaction', '0x')).rejects.toThrow('disk full')
  expect(recorded).toEqual([])
})
