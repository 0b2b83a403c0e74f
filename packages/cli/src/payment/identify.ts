import type { Hex } from '@fiq/shared/payment/wire'

/**
 * What makes two requests the same purchase: where it goes and every byte of its body. Needs no
 * price and no parsing, so an open purchase is found before anything is computed.
 *
 * @returns SHA-256 in hex.
 */
export function requestKey(url: URL, body: string): string {
  return sha256(`${url.origin}${url.pathname}${url.search}\n${body}`)
}

/**
 * The EIP-3009 nonce of a purchase: a function of its random id and its request, so that a
 * purchase has one nonce however often it is begun again.
 */
export function nonceOf(purchaseId: Hex, request: string): Hex {
  return `0x${sha256(`fiq purchase ${purchaseId} ${request}`)}`
}

/** The name of a purchase that its server is told, and nobody else can know. */
export function nameOf(purchaseId: string): string {
  return sha256(`fiq name ${purchaseId}`)
}

/** Loaded here, because it takes 4 ms and a question that costs nothing needs none of it. */
function sha256(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(text).digest('hex')
}
