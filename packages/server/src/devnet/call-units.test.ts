import { describe, expect, test } from 'vitest'
import { callUnits, logBlocksMax, transactionCharactersMax } from './call-units.ts'

/** A chain with this number of blocks. */
const evm = (height = 20_000) => ({ request: async () => `0x${height.toString(16)}` })
const logs = (filter: unknown) => callUnits(evm(), { method: 'eth_getLogs', params: [filter] })

describe('callUnits', () => {
  test('default: reads cost no more than their request', async () => {
    for (const method of ['eth_call', 'eth_getBalance', 'eth_chainId'])
      expect(await callUnits(evm(), { method })).toBe(0)
  })

  test('default: a search for logs costs its blocks that exist', async () => {
    expect(await logs({ fromBlock: 'latest' })).toBe(0)
    expect(await logs({ fromBlock: '0x4c2c', toBlock: '0xffffff' })).toBe(5)
    expect(await logs({ fromBlock: '0x4c2c', toBlock: '0x4c2b' })).toBe(0)
    expect(await logs({ blockHash: '0x1' })).toBe(0)
    expect(await callUnits(evm(), { method: 'eth_getLogs' })).toBe(0)
  })

  test('error: a search of more blocks than the bound is refused', async () => {
    const to = (blocks: number) => ({ fromBlock: '0x0', toBlock: `0x${(blocks - 1).toString(16)}` })
    expect(await logs(to(logBlocksMax))).toBe(100)
    await expect(logs(to(logBlocksMax + 1))).rejects.toMatchObject({ code: -32005 })
    await expect(logs({ fromBlock: 'earliest' })).rejects.toMatchObject({ code: -32005 })
  })

  test('behavior: a transaction costs its execution and its length, which has a bound', async () => {
    const send = (characters: number) =>
      callUnits(evm(), { method: 'eth_sendRawTransaction', params: ['x'.repeat(characters)] })
    expect(await send(500)).toBe(4)
    expect(await send(transactionCharactersMax)).toBe(36)
    await expect(send(transactionCharactersMax + 1)).rejects.toMatchObject({ code: -32000 })
  })
})
