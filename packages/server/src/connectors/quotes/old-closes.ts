import { cusipTickers, failsToDeliver } from '../../sources/edgar/fails-to-deliver.ts'
import { emptyRow, type QuoteRow } from '../../sources/prices/quote-row.ts'
import type { QuoteSource } from '../../sources/prices/quote-source.ts'
import { shareSymbol } from '../../sources/symbols/share-symbol.ts'

/**
 * Last resort for US shares: closes in the files of failed settlements, in the public domain and
 * weeks old. Used live only, because the sandbox and a mirror of prices have newer ones.
 */
export const oldCloses: QuoteSource = {
  upstream: failsToDeliver,
  symbolsMax: 100,
  covers: (symbol) => shareSymbol(symbol, '') !== undefined,
  async load(symbols, context) {
    const { mode } = context.upstreams
    if (mode === 'sandbox' || mode === 'mirror') return { value: new Map(), provenance: [] }
    const { value: files, provenance } = await cusipTickers(context)
    const value = new Map<string, QuoteRow>()
    for (const symbol of symbols) {
      const close = files.closeOf(symbol)
      if (close)
        value.set(symbol, {
          ...emptyRow(symbol),
          price: close.price,
          currency: 'USD',
          asOf: close.day,
        })
    }
    const days = [...value.values()].map(({ asOf }) => asOf).sort()
    return { value, provenance: [{ ...provenance, asOf: days[0] ?? null, stale: true }] }
  },
}
