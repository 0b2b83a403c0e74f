/**
 * How far past the end of an authorization a block must be before an unused nonce proves that it
 * never settles: room for a reorganisation of the chain.
 */
export const proofMarginSeconds = 60
