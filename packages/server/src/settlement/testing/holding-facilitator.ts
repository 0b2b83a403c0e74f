import type { Devnet } from '../../devnet/chain.ts'
import type { ChainPort } from '../chain/chain-reads.ts'
import type { Facilitator } from '../facilitator.ts'
import { openLocalFacilitator } from '../settle/local.ts'

type Request = Parameters<ChainPort['request']>[0]

/**
 * A facilitator whose node accepts transactions without mining them. The test sends those in `held`
 * at any time.
 */
export function holdingFacilitator({ request, settler }: Devnet): {
  facilitator: Facilitator
  held: Request[]
} {
  const held: Request[] = []
  const facilitator = openLocalFacilitator({
    async request(asked) {
      if (asked.method === 'eth_getTransactionReceipt') return null
      if (asked.method !== 'eth_sendRawTransaction') return request(asked)
      held.push(asked)
      return null
    },
    signer: settler,
    pause: async () => {},
    receiptLooksMax: 1,
  })
  return { facilitator, held }
}
