import { openMarkedDatabase } from '../journal/journal-marker.ts'
import { createSendAndPay } from '../send-and-pay.ts'
import { expectedOf } from './test-contract.ts'
import { payerOptions } from './test-payer.ts'

const body = JSON.stringify({
  query: 'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price } }',
  variables: { tickers: ['AAPL'] },
})

/** Pays for one query, and reads the answer. */
export async function payForOne(folder: string, url: URL): Promise<void> {
  const limits = { ...payerOptions(folder, url).limits, yes: true }
  const ask = createSendAndPay(payerOptions(folder, url, { limits }))
  const request = {
    url: new URL('/api/graphql', url),
    body,
    expected: async () => expectedOf(body),
  }
  const answer = await ask(request)
  answer.delivered()
}

/** Creates an empty journal. */
export function journalOf(folder: string): void {
  openMarkedDatabase({ configDir: folder, stateDir: folder }).close()
}
