import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, SourcedBars, Upstream } from '../../sources/connector.ts'
import { fredIndex, hasFredIndex, loadFredIndex } from '../../sources/prices/fred-index-bars.ts'
import { rowOfBars } from '../../sources/prices/quote-row.ts'
import { eachSymbol, type QuoteSource } from '../../sources/prices/quote-source.ts'
import type { Range } from '../../sources/prices/range.ts'
import { loadTiingoBars, tiingoBars } from '../../sources/prices/tiingo-bars.ts'
import { isShare } from '../../sources/symbols/share-symbol.ts'

type LoadBars = (symbol: string, range: Range, context: ConnectorContext) => Promise<SourcedBars>

/** Quotes from daily bars: the last close and its change against the previous one. */
function closesFrom(
  upstream: Upstream,
  loadBars: LoadBars,
  parts: Pick<QuoteSource, 'symbolsMax' | 'covers'>,
): QuoteSource {
  const loadOne = async (symbol: string, context: ConnectorContext) => {
    const { value, provenance, currency } = await loadBars(symbol, '1mo', context)
    const row = rowOfBars(symbol, value)
    const [cited] = provenance
    if (!row || !cited) throw new FiqError('NOT_FOUND', `${symbol} has no close.`)
    const source = { ...cited, source: upstream.name, sourceUrl: upstream.url }
    return { row: { ...row, currency: currency ?? null }, provenance: source }
  }
  const load: QuoteSource['load'] = (symbols, context) =>
    eachSymbol(symbols, (symbol) => loadOne(symbol, context))
  return { upstream, load, ...parts }
}

/** Closes of US shares. The free plan allows 50 requests an hour. */
export const tiingoQuotes = closesFrom(
  { ...tiingoBars, id: 'tiingo-quote', name: 'Tiingo closes' },
  loadTiingoBars,
  { symbolsMax: 5, covers: isShare },
)

/** Closes of four US indices. */
export const indexCloses = closesFrom(fredIndex, loadFredIndex, {
  symbolsMax: 4,
  covers: hasFredIndex,
})
