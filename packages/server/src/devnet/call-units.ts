import type { Evm, RpcRequest } from './evm.ts'
import { rangeOf } from './history.ts'
import { RpcError } from './rpc-error.ts'

/** Blocks of one search for logs, as at public nodes. */
export const logBlocksMax = 10_000
/** Characters of a signed transaction. The limit of its gas allows sixteen payments, which have half. */
export const transactionCharactersMax = 32_768

/** Blocks and characters that take as much work as a quote. */
const blocksInUnit = 100
const charactersInUnit = 1_000
/** A transaction is executed, and its block stored. An estimate executes its call several times. */
const unitsOfMethods: Readonly<Record<string, number>> = {
  eth_sendRawTransaction: 4,
  eth_estimateGas: 4,
}

/**
 * The units of work of a call from outside, beyond the request itself.
 *
 * @throws RpcError for a call beyond its bound.
 */
export async function callUnits(evm: Evm, { method, params = [] }: RpcRequest): Promise<number> {
  const [first] = params
  if (method === 'eth_getLogs') return Math.floor((await blocksOf(evm, first)) / blocksInUnit)
  const units = unitsOfMethods[method] ?? 0
  if (method !== 'eth_sendRawTransaction' || typeof first !== 'string') return units
  if (first.length > transactionCharactersMax)
    throw new RpcError(-32000, `a transaction has at most ${transactionCharactersMax} characters`)
  return units + Math.floor(first.length / charactersInUnit)
}

async function blocksOf(evm: Evm, filter: unknown): Promise<number> {
  if (typeof filter !== 'object' || filter === null) return 0
  const { blockHash } = filter as { blockHash?: unknown }
  if (blockHash !== undefined) return 0
  const { fromBlock, toBlock } = await rangeOf(evm, filter)
  const blocks = Math.max(0, toBlock - fromBlock + 1)
  if (blocks > logBlocksMax)
    throw new RpcError(-32005, `a search covers at most ${logBlocksMax} blocks`)
  return blocks
}
