import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'

const begin = `urn:eip3009:${usdcOnBase.chainId}:`

/**
 * Names a payment in the `Resources` of an EIP-4361 message, in lower case.
 *
 * @example paymentResource({ payer: '0xAb…', nonce: '0x01…' }) // 'urn:eip3009:8453:0xab…:0x01…'
 */
export function paymentResource({ payer, nonce }: { payer: Hex; nonce: Hex }): string {
  return `${begin}${payer}:${nonce}`.toLowerCase()
}

/**
 * Resource that names, in a payment proof, the organisation that gets the goods.
 *
 * @param id - as in `GET /api/v1/credits`.
 */
export function organisationResource(id: string): string {
  return `urn:fiq:organisation:${id}`
}

/** Whether a resource of a message names a payment. Such a message cannot be used to sign in. */
export function isPaymentResource(resource: string): boolean {
  return resource.toLowerCase().startsWith(begin)
}
