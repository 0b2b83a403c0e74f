import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { encodeAbiParameters, encodeErrorResult, encodeFunctionResult, parseAbi } from 'viem'
import { type SimulatedChain, word } from './chain.ts'
import { isBatch, readTransfers } from './transactions.ts'

const multicall = parseAbi([
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3() returns (Result[])',
])
const errors = parseAbi(['error Error(string reason)'])

type Call = { to?: Hex; data: Hex }

/**
 * Responds to JSON-RPC like a node that knows the chain up to a block.
 *
 * @param head - The newest block that this node knows.
 * @throws Error with the code of a node that refuses; 3 for a revert.
 */
export function answerRpc(
  chain: SimulatedChain,
  head: number,
  method: string,
  params: readonly unknown[],
): unknown {
  switch (method) {
    case 'eth_chainId':
      return `0x${usdcOnBase.chainId.toString(16)}`
    case 'eth_blockNumber':
      return hex(head)
    case 'eth_getBlockByNumber':
      return blockAt(chain, head, String(params[0]))
    case 'eth_getTransactionCount':
      return hex(params[1] === 'pending' ? pendingCount(chain, head) : chain.countAt(head))
    case 'eth_getTransactionReceipt': {
      const receipt = chain.receipts.get(params[0] as Hex)
      return receipt && Number(receipt.blockNumber) <= head ? receipt : null
    }
    case 'eth_getLogs': {
      const [filter] = params as [{ topics: [Hex[], Hex, Hex] }]
      const used = chain.used.get(filter.topics[2])
      return used && used.block <= head ? [used.log] : []
    }
    case 'eth_getCode':
      return '0x'
    case 'eth_getBalance':
      return hex(10n ** 18n)
    case 'eth_sendRawTransaction':
      return chain.send(params[0] as Hex)
    case 'eth_call':
      return call(chain, params[0] as Call, asOf(head, String(params[1] ?? 'latest')))
    default:
      throw new Error(`The simulated node does not know ${method}.`)
  }
}

/** @throws Error for a block that this node does not know. */
function asOf(head: number, tag: string): number {
  if (!tag.startsWith('0x')) return head
  if (Number(tag) > head) throw Object.assign(new Error('header not found'), { code: -32_000 })
  return Number(tag)
}

function blockAt(chain: SimulatedChain, head: number, tag: string): unknown {
  const number = tag === 'finalized' ? chain.finalized : asOf(head, tag)
  const timestamp = chain.timestampOf(number)
  if (timestamp === undefined) return null
  return { number: hex(number), timestamp: hex(timestamp), baseFeePerGas: hex(chain.baseFee) }
}

function pendingCount(chain: SimulatedChain, head: number): number {
  let count = chain.countAt(head)
  while (chain.mempool.has(count)) count += 1
  return count
}

function call(chain: SimulatedChain, { to, data }: Call, head: number): Hex {
  // The program that checks payers for code. No payer has code.
  if (to === undefined) return word(0n)
  const argument = (place: number) => data.slice(10 + 64 * place, 74 + 64 * place)
  if (data.startsWith('0xe94a0102')) return word(chain.isUsed(`0x${argument(1)}`, head) ? 1n : 0n)
  if (data.startsWith('0x70a08231'))
    return word(chain.balanceAt(`0x${argument(0).slice(24)}`, head))
  if (data.startsWith('0xfe575a87')) return word(0n)
  const atSeconds = chain.timestampOf(head) ?? 0
  const refusals = readTransfers({ to, data }).map((transfer) =>
    chain.refusalOf(transfer, atSeconds, head),
  )
  if (isBatch({ to }))
    return encodeFunctionResult({
      abi: multicall,
      functionName: 'aggregate3',
      result: refusals.map((reason) => ({
        success: reason === undefined,
        returnData: reason === undefined ? '0x' : revertData(reason),
      })),
    })
  const [reason] = refusals
  if (reason === undefined) return encodeAbiParameters([], [])
  throw Object.assign(new Error(`execution reverted: ${reason}`), {
    code: 3,
    data: revertData(reason),
  })
}

function revertData(reason: string): Hex {
  return encodeErrorResult({ abi: errors, errorName: 'Error', args: [reason] })
}

function hex(number: number | bigint): Hex {
  return `0x${number.toString(16)}`
}
