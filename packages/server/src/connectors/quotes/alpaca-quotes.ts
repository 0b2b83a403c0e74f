import type { Upstream } from '../../sources/connector.ts'
import { alpaca } from '../../sources/prices/alpaca-bars.ts'
import { loadAlpacaSnapshots } from '../../sources/prices/alpaca-snapshots.ts'
import type { QuoteSource } from '../../sources/prices/quote-source.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { hasPlainSpelling } from '../../sources/symbols/share-symbol.ts'

const alpacaQuote: Upstream = {
  ...alpaca,
  id: 'alpaca-quote',
  name: 'Alpaca delayed quotes',
  url: 'https://docs.alpaca.markets/reference/stocksnapshots-1',
  delay: '15 minutes',
  timing: { delay: '15-minute', venue: 'consolidated' },
}

/** Consolidated prices of US shares with 15 minutes delay, one request for all. */
export const alpacaQuotes: QuoteSource = {
  upstream: alpacaQuote,
  symbolsMax: 100,
  covers: hasPlainSpelling,
  async load(symbols, context) {
    const { value, answer, asOf, stale, missed } = await loadAlpacaSnapshots(symbols, context)
    return { value, provenance: [provenanceOf(alpacaQuote, answer, { asOf, stale })], missed }
  },
}
