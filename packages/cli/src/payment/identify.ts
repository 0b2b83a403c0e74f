import { purchaseNonce, sha256 } from '@fiq/shared/payment/purchase-nonce'
import type { Hex } from '@fiq/shared/payment/wire'

/**
 * The EIP-3009 nonce of a purchase: a function of its random id and its request, so that a
 * purchase has one nonce however often it is begun again.
 */
export function nonceOf(purchaseId: Hex, request: string): Hex {
  return purchaseNonce(nameOf(purchaseId), request)
}

/** The name of a purchase that its server is told, and nobody else can know. */
export function nameOf(purchaseId: string): string {
  return sha256(`fiq name ${purchaseId}`)
}
