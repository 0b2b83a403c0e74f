import { x402Facilitator } from '@x402/core/facilitator'
import type { FacilitatorClient } from '@x402/core/server'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createWalletClient, custom, publicActions } from 'viem'
import { base } from 'viem/chains'
import type { Devnet } from '../../packages/server/src/devnet/chain.ts'

/** A facilitator built from the stock packages, which settles on the embedded chain. */
export function stockFacilitator(devnet: Devnet): FacilitatorClient {
  const transport = custom({ request: devnet.request as never }, { retryCount: 0 })
  const client = createWalletClient({
    account: devnet.settler,
    chain: base,
    transport,
    pollingInterval: 20,
  }).extend(publicActions)
  const signer = toFacilitatorEvmSigner({ ...client, address: devnet.settler.address } as never)
  const facilitator = new x402Facilitator().register('eip155:8453', new ExactEvmScheme(signer))
  return {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    getSupported: async () =>
      facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient['getSupported']>>,
  }
}
