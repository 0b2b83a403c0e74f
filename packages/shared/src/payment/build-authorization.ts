import type { Authorization } from './authorization.ts'
import type { CheckedQuote } from './check-quote.ts'
import { purchaseIdentifier, purchaseNonce } from './purchase-nonce.ts'
import type { Hex } from './wire.ts'

/** The payer's input to an authorization. */
type PurchaseTerms = {
  /** 32 random bytes. The payer keeps them secret. */
  id: string
  /** The `requestKey` of the request. */
  request: string
  /** The payer's address. */
  from: Hex
  /** Unix milliseconds. */
  nowMs: number
}

/**
 * Builds the authorization of a purchase: exactly the checked amount, to the checked payee, valid
 * exactly as long as the quote, with a nonce that is bound to the request.
 */
export function buildAuthorization(
  {
    amount,
    payTo,
    maxTimeoutSeconds,
  }: Pick<CheckedQuote, 'amount' | 'payTo' | 'maxTimeoutSeconds'>,
  { id, request, from, nowMs }: PurchaseTerms,
): Authorization {
  return {
    from,
    to: payTo,
    value: amount,
    // Zero instead of the current time: if the payer's clock is fast, the authorization would
    // otherwise start in the future.
    validAfter: 0n,
    validBefore: BigInt(Math.floor(nowMs / 1_000) + maxTimeoutSeconds),
    nonce: nonceOf(id, request),
  }
}

/**
 * The EIP-3009 nonce of a purchase. It depends only on the purchase and its request, so a repeated
 * purchase gets the same nonce.
 */
export function nonceOf(purchaseId: string, request: string): Hex {
  return purchaseNonce(purchaseIdentifier(purchaseId), request)
}
