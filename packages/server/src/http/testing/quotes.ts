import { FiqError } from '@fiq/shared/errors'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import type { Connector, Provenance } from '../../sources/connector.ts'

/**
 * A connector of quotes, one credit for each ticker; every price is 1 and "NOPE" is unknown. It
 * fails while `state.isBroken`; `state.runs` counts its answers.
 */
export function quotesConnector(provenance: readonly Provenance[] = []) {
  const state = { isBroken: false, runs: 0 }
  const connector: Connector = {
    area: 'quotes',
    category: 'market',
    upstreams: [],
    sdl: 'extend type Query { quotes(tickers: [String!]!): [Quote!] } type Quote { ticker: String price: Float change: Float changePercent: Float volume: Float marketCap: Float previousClose: Float }',
    fields: {
      'Query.quotes': {
        rate: { credits: 1, timesOf: 'tickers' },
        async check({ tickers }) {
          if ((tickers as string[]).includes('NOPE'))
            throw new FiqError('NOT_FOUND', 'No entity has the ticker "NOPE".')
        },
        async resolve(_, { tickers }) {
          if (state.isBroken) throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
          state.runs += 1
          const value = (tickers as string[]).map((ticker) => ({ ticker, price: 1 }))
          return { value, provenance }
        },
      },
    },
  }
  return { connector, state }
}

let nonces = 0

/**
 * A `PAYMENT-SIGNATURE` for the quote of a 402, with a new nonce and a false signature, which the
 * facilitator of the small app accepts.
 *
 * @param payer - The repeated digit of its address.
 * @param resource - By default the quoted one.
 */
export function paymentFor(
  required: unknown,
  { payer = 'a', resource }: { payer?: string; resource?: string | undefined } = {},
): string {
  const quoted = readPaymentRequired(String(required))
  const { payTo, amount } = quoted.requirements
  nonces += 1
  const authorization = {
    from: `0x${payer.repeat(40)}`,
    to: payTo,
    value: amount,
    validAfter: 0n,
    validBefore: 1_700_000_060n,
    nonce: `0x${String(nonces).padStart(64, '0')}`,
  } as const
  return paymentSignatureHeader(
    resource === undefined ? quoted : { ...quoted, resource: { url: resource } },
    { authorization, signature: `0x${'1'.repeat(130)}` },
  )
}
