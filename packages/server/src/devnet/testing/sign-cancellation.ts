import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PrivateKeyAccount } from 'viem/accounts'

/** A payer's signature that cancels its authorization with this nonce (EIP-3009). */
export function signCancellation(payer: PrivateKeyAccount, nonce: Hex): Promise<Hex> {
  return payer.signTypedData({
    domain: usdcOnBase.domain,
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: payer.address, nonce },
  })
}
