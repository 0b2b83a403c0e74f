import type { Hex } from './wire.ts'

/**
 * Identifies a request by its address and every byte of its body. Two requests with the same key
 * are the same purchase. Needs neither price nor parsing, so an open purchase is found first.
 *
 * @returns SHA-256 in hex.
 */
export function requestKey(url: URL, body: string): string {
  return sha256(`${url.origin}${url.pathname}${url.search}\n${body}`)
}

/**
 * The EIP-3009 nonce of a purchase. The payer signs the nonce, so the authorization is bound to one
 * request. The server verifies this binding with the identifier.
 *
 * @param identifier - The `payment-identifier` of the purchase.
 * @param request - The {@link requestKey}.
 */
export function purchaseNonce(identifier: string, request: string): Hex {
  return `0x${sha256(`fiq purchase ${identifier} ${request}`)}`
}

/**
 * The `payment-identifier` of a purchase. The payer sends it to the server with the payment.
 *
 * @param purchaseId - 32 random bytes that the payer keeps secret.
 */
export function purchaseIdentifier(purchaseId: string): string {
  return sha256(`fiq name ${purchaseId}`)
}

/** Loads node:crypto on the first call: loading takes 4 ms, and a free query needs no hash. */
function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text, 'hex')
}
