import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { authorizationUsed, transfer } from '../delivery/token-logs.ts'
import type { HttpAnswer } from '../journal/purchase.ts'
import { testAddress } from './test-payer.ts'

const day = 86_400_000
/** Time of block 0. */
export const nodeStart: number = Date.parse('2026-11-01T00:00:00Z')
const hex = (value: number, digits = 1) => `0x${value.toString(16).padStart(digits, '0')}`
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const payer = topic(testAddress)

/** A node whose blocks are a day apart, with a payment of the test key in each of these. */
export function nodeWith(blocks: number, paidIn: readonly number[]) {
  const log = (block: number, index: number, topics: string[], data: string) => ({
    topics,
    data,
    blockNumber: hex(block),
    logIndex: hex(index),
    transactionHash: hex(block + 1, 64),
  })
  return async ({ body = '' }: { body?: string }): Promise<HttpAnswer> => {
    const { method, params } = JSON.parse(body)
    const number = params[0] === 'latest' ? blocks - 1 : Number(params[0])
    const isWithin = (block: number) =>
      params[0].topics[1] === payer &&
      block >= Number(params[0].fromBlock) &&
      block <= Number(params[0].toBlock)
    const result =
      method === 'eth_chainId'
        ? hex(usdcOnBase.chainId)
        : method === 'eth_getBlockByNumber'
          ? { number: hex(number), timestamp: hex((nodeStart + number * day) / 1_000) }
          : paidIn
              .filter(isWithin)
              .flatMap((block) => [
                log(block, 0, [authorizationUsed, payer, hex(block + 1, 64)], '0x'),
                log(block, 1, [transfer, payer, topic(`0x${'aa'.repeat(20)}`)], hex(15_000, 64)),
              ])
    return { status: 200, headers: {}, body: JSON.stringify({ result }) }
  }
}
