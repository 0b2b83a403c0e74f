/**
 * The one thing fiq is paid in. Constants of ours on both sides: compared with the wire, never
 * taken from it. Source: Circle's contract addresses, and `name()` and `version()` of the token.
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

/** Addresses compare without case: the mixed case is a checksum, not part of the value. */
export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
