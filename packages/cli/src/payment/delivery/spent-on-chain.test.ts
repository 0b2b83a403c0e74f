import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { expect, test } from 'vitest'
import { testAddress } from '../testing/test-payer.ts'
import type { RpcSend } from './chain.ts'
import { spentOnChain } from './spent-on-chain.ts'
import { authorizationUsed, transfer } from './token-logs.ts'

const day = 86_400_000
const start = Date.parse('2026-11-01T00:00:00Z')
const hex = (value: number, digits = 1) => `0x${value.toString(16).padStart(digits, '0')}`
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const payer = topic(testAddress)

/** A node whose blocks are a day apart, with a payment in each of these. */
function nodeWith(blocks: number, paidIn: readonly number[]): RpcSend {
  const log = (block: number, index: number, topics: string[], data: string) => ({
    ...{ topics, data, blockNumber: hex(block), logIndex: hex(index) },
    transactionHash: hex(block + 1, 64),
  })
  return async ({ body }) => {
    const { method, params } = JSON.parse(body)
    const number = params[0] === 'latest' ? blocks - 1 : Number(params[0])
    const isWithin = (block: number) =>
      block >= Number(params[0].fromBlock) && block <= Number(params[0].toBlock)
    const result =
      method === 'eth_chainId'
        ? hex(usdcOnBase.chainId)
        : method === 'eth_getBlockByNumber'
          ? { number: hex(number), timestamp: hex((start + number * day) / 1_000) }
          : paidIn
              .filter(isWithin)
              .flatMap((block) => [
                log(block, 0, [authorizationUsed, payer, hex(block + 1, 64)], '0x'),
                log(block, 1, [transfer, payer, topic(`0x${'aa'.repeat(20)}`)], hex(15_000, 64)),
              ])
    return { status: 200, headers: {}, body: JSON.stringify({ result }) }
  }
}

const spentAt = async (now: number, send: RpcSend) => {
  const terms = { from: testAddress, now, windowMs: 30 * day }
  const payments = await spentOnChain(send, new URL('https://rpc.example/'), terms)
  return payments.map(({ at, amount }) => [(at - start) / day, amount])
}

test('default: reads the payments of the window, with their times', async () => {
  const send = nodeWith(50, [0, 18, 19, 49])
  expect(await spentAt(start + 49 * day, send)).toEqual([
    [19, 15_000n],
    [49, 15_000n],
  ])
})

test('behavior: a clock that is ahead of the chain forgets no payment', async () => {
  expect(await spentAt(start + 400 * day, nodeWith(50, [0, 19, 49]))).toEqual([
    [19, 15_000n],
    [49, 15_000n],
  ])
})

test('behavior: a clock that is behind the chain reads more', async () => {
  expect(await spentAt(start + 20 * day, nodeWith(50, [0, 19, 49]))).toHaveLength(3)
})
