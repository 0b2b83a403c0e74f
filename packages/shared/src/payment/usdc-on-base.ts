/**
 * The asset in which fiq is paid. Client and server compare received values with these constants
 * and never replace them. Source: Circle's contract addresses, and `name()` and `version()` of the
 * token.
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

/** Maximum validity of an authorization. The client refuses quotes with a longer one. */
export const timeoutSecondsMax = 120

/**
 * A payment whose nonce is unused can no longer settle once a block is this much later than the end
 * of its authorization. The margin allows for a reorganisation of the chain.
 */
export const proofMarginSeconds = 60

/** Compares addresses without case: mixed case is only a checksum. */
export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
