import type { ChainPort } from '../chain/chain-reads.ts'
import type { SettlementLease } from './settlement-lease.ts'

/** JSON-RPC's range for errors of a server's own. */
const refusedCode = -32_000

/**
 * A chain to which transactions go only while the lease is proven. To who sends it looks like a
 * node that refuses the transaction, which is final: nothing has left this process.
 */
export function fenceBroadcasts(
  request: ChainPort['request'],
  lease: Pick<SettlementLease, 'prove'>,
): ChainPort['request'] {
  return async (rpcRequest) => {
    if (rpcRequest.method === 'eth_sendRawTransaction' && !(await lease.prove()))
      throw Object.assign(new Error('Another instance settles for this signer now.'), {
        code: refusedCode,
      })
    return request(rpcRequest)
  }
}
