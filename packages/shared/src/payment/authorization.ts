import { usdcOnBase } from './usdc-on-base.ts'
import type { Hex } from './wire.ts'

/** EIP-3009 `TransferWithAuthorization`. Times are Unix seconds, `value` is atomic units. */
export type Authorization = {
  from: Hex
  to: Hex
  value: bigint
  validAfter: bigint
  validBefore: bigint
  /** 32 bytes; usable once per `from`, on chain. */
  nonce: Hex
}

/**
 * An authorization with its EIP-712 signature: 65 bytes of a key, or any bytes for a wallet
 * contract.
 */
export type SignedAuthorization = { authorization: Authorization; signature: Hex }

/** Anything that can sign EIP-712 typed data: a viem local account, a hardware wallet. */
export type Signer = {
  address: Hex
  signTypedData(typedData: ReturnType<typeof typedDataOf>): Promise<Hex>
}

/**
 * The EIP-712 document to sign. The domain is a constant and never read from the wire, so a
 * signature can move nothing but USDC on Base. Source: EIP-3009, section `transferWithAuthorization`.
 */
export function typedDataOf(authorization: Authorization) {
  return {
    domain: usdcOnBase.domain,
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  } as const
}
