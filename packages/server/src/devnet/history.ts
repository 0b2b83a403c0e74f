import { quantityOf } from '@fiq/shared/payment/wire'
import type { Evm, RpcRequest } from './evm.ts'
import type { Ledger } from './ledger.ts'
import { RpcError } from './rpc-error.ts'

const logsMax = 10_000

type FilterParams = {
  fromBlock?: unknown
  toBlock?: unknown
  blockHash?: unknown
  address?: unknown
  topics?: unknown
}

/**
 * Extends the EVM with the blocks before the last restart.
 *
 * The EVM is empty at every start, so receipts, transactions and logs of blocks up to
 * `restartHeight` come from the ledger, and newer ones from the EVM.
 */
export function withHistory(evm: Evm, ledger: Ledger, restartHeight: number): Evm {
  const lookUp: Record<string, (hash: string) => unknown> = {
    eth_getTransactionReceipt: ledger.receipt,
    eth_getTransactionByHash: ledger.transaction,
  }
  return {
    request: async (request) => {
      if (request.method === 'eth_getLogs')
        return logsOf(evm, ledger, restartHeight, request.params?.[0])
      const answer = await evm.request(request)
      const hash = request.params?.[0]
      return answer === null && typeof hash === 'string'
        ? (lookUp[request.method]?.(hash) ?? null)
        : answer
    },
  }
}

async function logsOf(
  evm: Evm,
  ledger: Ledger,
  restartHeight: number,
  params: unknown,
): Promise<unknown> {
  const filter: FilterParams = typeof params === 'object' && params !== null ? params : {}
  const requestOf = (changes: FilterParams): RpcRequest => ({
    method: 'eth_getLogs',
    params: [{ ...filter, ...changes }],
  })
  if (filter.blockHash !== undefined) return evm.request(requestOf({}))

  const { fromBlock, toBlock } = await rangeOf(evm, filter)
  if (fromBlock > toBlock) return []
  const end = { toBlock: quantityOf(toBlock) }
  if (fromBlock > restartHeight || restartHeight === 0) return evm.request(requestOf(end))

  const old = ledger.logs(
    {
      fromBlock,
      toBlock: Math.min(toBlock, restartHeight),
      addresses: listOf(filter.address),
      topics: Array.isArray(filter.topics) ? filter.topics.map(listOf) : [],
    },
    logsMax + 1,
  )
  if (old.length > logsMax)
    throw new RpcError(-32005, `query returned more than ${logsMax} results`)
  if (toBlock <= restartHeight) return old
  const recent = await evm.request(requestOf({ fromBlock: quantityOf(restartHeight + 1), ...end }))
  return [...old, ...(recent as unknown[])]
}

/** The blocks of a filter of logs, inclusive. Ends at the latest block: the EVM visits every number. */
export async function rangeOf(
  evm: Evm,
  filter: { fromBlock?: unknown; toBlock?: unknown },
): Promise<{ fromBlock: number; toBlock: number }> {
  const latest = Number(await evm.request({ method: 'eth_blockNumber' }))
  const fromBlock = blockNumber(filter.fromBlock, latest)
  return { fromBlock, toBlock: Math.min(blockNumber(filter.toBlock, latest), latest) }
}

function blockNumber(tag: unknown, latest: number): number {
  if (tag === undefined || tag === null) return latest
  if (tag === 'earliest') return 0
  if (typeof tag !== 'string') throw new RpcError(-32602, 'a block must be a hex number or a tag')
  if (!tag.startsWith('0x')) return latest
  const number = Number(tag)
  if (!Number.isSafeInteger(number)) throw new RpcError(-32602, `${tag} is not a block number`)
  return number
}

/** A filter is one value, a list of alternatives, or null for any value. */
function listOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}
