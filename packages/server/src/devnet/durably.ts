import { quantityOf } from '@fiq/shared/payment/wire'
import type { Evm, RpcRequest } from './evm.ts'
import type { Ledger, MinedBlock, RpcReceipt } from './ledger.ts'
import { RpcError } from './rpc-error.ts'

/**
 * Serialises requests and writes the ledger before each response, so that a crash never removes a
 * block that a caller has seen. After a failed write it answers nothing more, because memory is
 * then ahead of the disk.
 *
 * @param height - number of the newest block in the ledger.
 */
export function durably(evm: Evm, ledger: Pick<Ledger, 'record'>, height: number): Evm['request'] {
  let recorded = height
  let broken: unknown
  let last: Promise<unknown> = Promise.resolve()

  const answer = async (request: RpcRequest) => {
    if (broken) throw new RpcError(-32603, `The devnet's ledger failed: ${String(broken)}`)
    const result = await evm.request(onTheClock(request))
    if (!mayMine(request.method)) return result
    try {
      const latest = Number(await evm.request({ method: 'eth_blockNumber' }))
      const blocks = await blocksBetween(evm, recorded + 1, latest)
      if (blocks.length > 0) ledger.record(blocks)
      recorded = latest
      return result
    } catch (error) {
      broken = error
      throw new RpcError(-32603, `The devnet's ledger failed: ${String(error)}`)
    }
  }
  return (request) => {
    const answered = last.then(() => answer(request))
    last = answered.catch(() => undefined)
    return answered
  }
}

function mayMine(method: string): boolean {
  return /^(?:eth_send|evm_|hardhat_mine)/.test(method)
}

/**
 * Makes calls without a block in the next block, which has the same state. On a chain that mines on
 * demand, the time of the newest block may be hours old.
 */
function onTheClock({ method, params = [] }: RpcRequest): RpcRequest {
  const [call, block = 'latest', ...rest] = params
  const onLatest = (method === 'eth_call' || method === 'eth_estimateGas') && block === 'latest'
  return { method, params: onLatest ? [call, 'pending', ...rest] : params }
}

async function blocksBetween(evm: Evm, from: number, to: number): Promise<MinedBlock[]> {
  const blocks: MinedBlock[] = []
  for (let number = from; number <= to; number++) {
    const block = await evm.request({
      method: 'eth_getBlockByNumber',
      params: [quantityOf(number), true],
    })
    const { transactions } = block as Pick<MinedBlock, 'transactions'>
    const receipts: RpcReceipt[] = []
    for (const { hash } of transactions) {
      const receipt = await evm.request({ method: 'eth_getTransactionReceipt', params: [hash] })
      receipts.push(receipt as RpcReceipt)
    }
    blocks.push({ number, transactions, receipts })
  }
  return blocks
}
