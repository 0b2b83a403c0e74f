import { expect, test } from 'vitest'
import { startEvm } from './evm.ts'

const holder = `0x${'11'.repeat(20)}`
// Returns the word in storage slot 5.
const code = '0x60055460005260206000f3'

test('default: the first block has the given accounts', async () => {
  const evm = await startEvm(8453, [
    { address: holder, balance: 7n, nonce: 3n, code, storage: [{ index: 5n, value: 9n }] },
  ])
  const ask = (method: string, ...params: unknown[]) => evm.request({ method, params })
  expect({
    chainId: await ask('eth_chainId'),
    network: await ask('net_version'),
    balance: await ask('eth_getBalance', holder, 'latest'),
    nonce: await ask('eth_getTransactionCount', holder, 'latest'),
    code: await ask('eth_getCode', holder, 'latest'),
    slot: await ask('eth_call', { to: holder }, 'latest'),
    gasPrice: ((await ask('eth_getBlockByNumber', 'latest', false)) as { baseFeePerGas: string })
      .baseFeePerGas,
    accounts: await ask('eth_accounts'),
  }).toEqual({
    chainId: '0x2105',
    network: '8453',
    balance: '0x7',
    nonce: '0x3',
    code,
    slot: `0x${'0'.repeat(63)}9`,
    gasPrice: '0x0',
    accounts: [],
  })
})

test('behavior: params may be omitted, and null is a valid response', async () => {
  const evm = await startEvm(8453, [])
  expect(await evm.request({ method: 'eth_blockNumber' })).toBe('0x0')
  const hash = `0x${'00'.repeat(32)}`
  expect(await evm.request({ method: 'eth_getTransactionReceipt', params: [hash] })).toBeNull()
})

test('behavior: its clock is one second ahead of ours', async () => {
  const evm = await startEvm(8453, [])
  const before = Math.floor(Date.now() / 1000)
  const block = await evm.request({ method: 'eth_getBlockByNumber', params: ['pending', false] })
  const seconds = Number((block as { timestamp: string }).timestamp)
  expect(seconds).toBeGreaterThan(before)
  expect(seconds).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 2)
})

test('error: an unknown method is a JSON-RPC error', async () => {
  const evm = await startEvm(8453, [])
  await expect(evm.request({ method: 'eth_nothing' })).rejects.toMatchObject({
    name: 'RpcError',
    code: -32004,
  })
})
