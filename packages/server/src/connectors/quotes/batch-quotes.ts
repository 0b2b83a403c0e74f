import type { ConnectorContext, Sourced } from '../connector.ts'
import { loadQuotes } from './load-quotes.ts'
import type { QuoteRow } from './quote-row.ts'

type Waiting = {
  ticker: string
  resolve: (row: Sourced<QuoteRow>) => void
  reject: (error: unknown) => void
}

/** As many tickers as one upstream call takes. */
const batchMax = 100

/**
 * Quotes asked for one by one in the same turn, fetched together: fifty entities with their market
 * are one upstream call, not fifty.
 *
 * @returns a function that loads one quote and fails as `loadQuotes` does
 */
export function quoteBatcher(
  context: ConnectorContext,
): (ticker: string) => Promise<Sourced<QuoteRow>> {
  let waiting: Waiting[] = []
  const flush = () => {
    const turn = waiting
    waiting = []
    for (let start = 0; start < turn.length; start += batchMax)
      void answer(turn.slice(start, start + batchMax), context)
  }
  return (ticker) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ ticker, resolve, reject })
    })
}

async function answer(batch: readonly Waiting[], context: ConnectorContext): Promise<void> {
  try {
    const tickers = [...new Set(batch.map(({ ticker }) => ticker))]
    const { value, provenance } = await loadQuotes(tickers, context)
    const rows = new Map(value.map((row) => [row.ticker, row]))
    for (const { ticker, resolve } of batch)
      resolve({ value: rows.get(ticker) as QuoteRow, provenance })
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
