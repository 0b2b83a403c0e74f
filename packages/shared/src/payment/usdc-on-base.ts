/**
 * The asset fiq is paid in. Client and server compare the wire with these constants and never take
 * them from it. Source: Circle's contract addresses, and `name()` and `version()` of the token.
 */
export const usdcOnBase = {
  scheme: 'exact',
  /** CAIP-2. */
  network: 'eip155:8453',
  chainId: 8453,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  /** EIP-712 domain. */
  domain: {
    name: 'USD Coin',
    version: '2',
    chainId: 8453,
    verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  },
} as const

/** Longest an authorization may stay valid. The client refuses quotes that ask for more. */
export const timeoutSecondsMax = 120

/**
 * How far past the end of an authorization a block must be before an unused nonce proves that the
 * payment never settles. Allows for a reorganisation of the chain.
 */
export const proofMarginSeconds = 60

/** Addresses compare without case: the mixed case is a checksum, not part of the value. */
export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
