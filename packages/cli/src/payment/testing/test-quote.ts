import type { CheckedQuote } from '../quote/paid-request.ts'

/** A quote in the form of an approval. */
export const testQuote: CheckedQuote = {
  amount: 60_000n,
  credits: 20,
  rows: [['quotes', 4, 20]],
  payTo: '0x00000000000000000000000000000000000000aa',
  origin: 'https://fiq.example',
  maxTimeoutSeconds: 60,
  tariffVersion: 't',
  itemised: undefined,
  resourceUrl: 'https://fiq.example/api/graphql',
  label: 'quotes AAPL MSFT',
}
