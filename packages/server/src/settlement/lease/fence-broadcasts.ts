import type { ChainPort } from '../chain/chain-reads.ts'
import type { SettlementLease } from './settlement-lease.ts'

/** A code in JSON-RPC's range for server errors. */
const refusedCode = -32_000

/**
 * A chain port that sends transactions only while the lease is proven. Otherwise the sender gets a
 * final refusal as from a node, and the transaction is not sent.
 */
export function fenceBroadcasts(
  request: ChainPort['request'],
  lease: Pick<SettlementLease, 'prove'>,
): ChainPort['request'] {
  return async (rpcRequest) => {
    if (rpcRequest.method === 'eth_sendRawTransaction' && !(await lease.prove()))
      throw Object.assign(new Error('Another instance now settles with this signer.'), {
        code: refusedCode,
      })
    return request(rpcRequest)
  }
}
