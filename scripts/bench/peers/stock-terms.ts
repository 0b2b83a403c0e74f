import type { FacilitatorClient } from '@x402/core/server'

const payTo = '0x000000000000000000000000000000000000dEaD'

/** Terms of the stock servers: one path, one fixed price, USDC on Base. */
export const routes = {
  'POST /api/graphql': {
    accepts: {
      scheme: 'exact',
      price: '$0.015',
      network: 'eip155:8453',
      payTo,
      maxTimeoutSeconds: 60,
    },
    description: 'Finance data by the query',
    mimeType: 'application/json',
  },
} as const

/** For quotes, only queried at start, for its supported kinds. */
export const facilitator: FacilitatorClient = {
  getSupported: async () => ({
    kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }],
    extensions: [],
    signers: {},
  }),
  verify: () => Promise.reject(new Error('Nothing is verified here.')),
  settle: () => Promise.reject(new Error('Nothing is settled here.')),
}
