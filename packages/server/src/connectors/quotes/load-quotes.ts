import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Provenance, Sourced } from '../connector.ts'
import { normalTicker } from '../normal-ticker.ts'
import { yahooSymbol } from '../price-history/load-bars.ts'
import { changeOf, emptyRow, type QuoteRow } from './quote-row.ts'
import { loadYahooQuotes, yahooQuote } from './yahoo-quotes.ts'

/**
 * A row a ticker, in the order asked. Live prices come first; without them the newest bar the
 * operator imported, which says of which day it is and counts as stale. A ticker no source has is a
 * row without a price.
 *
 * @throws FiqError when no ticker has a price: `UPSTREAM_…` of the source that failed,
 * `NOT_CONFIGURED` without any source, else `NOT_FOUND`
 */
export async function loadQuotes(
  tickers: readonly string[],
  context: ConnectorContext,
): Promise<Sourced<QuoteRow[]>> {
  const rows = new Map<string, QuoteRow>()
  const provenance = new Map<string, Provenance>()
  const keep = ({ value, provenance: known }: Sourced<ReadonlyMap<string, QuoteRow>>) => {
    for (const [ticker, row] of value) if (row.price !== null) rows.set(ticker, row)
    for (const source of known) provenance.set(JSON.stringify(source), source)
  }
  const missing = () => tickers.filter((ticker) => !rows.has(ticker))
  const live = context.upstreams.mode === 'live'
  // Imported bars are real where a sandbox invents; against live prices they are history.
  if (!live) keep(fromBars(tickers, context))
  let failure: FiqError | undefined
  if (missing().length > 0 && context.enabled(yahooQuote))
    try {
      keep(await fromYahoo(missing(), context))
    } catch (error) {
      if (!(error instanceof FiqError)) throw error
      failure = error
    }
  if (live && missing().length > 0) keep(fromBars(missing(), context))
  if (rows.size === 0) throw failure ?? noPrice(tickers, context)
  return {
    value: tickers.map((ticker) => ({ ...(rows.get(ticker) ?? emptyRow(ticker)), ticker })),
    provenance: [...provenance.values()],
  }
}

async function fromYahoo(tickers: readonly string[], context: ConnectorContext) {
  const symbols = await Promise.all(tickers.map((ticker) => yahooSymbol(ticker, context)))
  const { value, provenance } = await loadYahooQuotes([...new Set(symbols)], context)
  const rows = new Map<string, QuoteRow>()
  for (const [index, ticker] of tickers.entries()) {
    const row = value.get(symbols[index] as string)
    if (row) rows.set(ticker, row)
  }
  return { value: rows, provenance }
}

/** The newest daily bar and the close before it: never today's quote, so always stale. */
function fromBars(tickers: readonly string[], { files }: ConnectorContext) {
  const rows = new Map<string, QuoteRow>()
  const provenance: Provenance[] = []
  for (const ticker of tickers) {
    const held = files.bars(normalTicker(ticker), '1d')
    const last = held?.value.at(-1)
    if (!held || !last) continue
    const previousClose = held.value.at(-2)?.close ?? null
    rows.set(ticker, {
      ...emptyRow(ticker),
      price: last.close,
      previousClose,
      ...changeOf(last.close, previousClose),
      volume: last.volume,
      asOf: last.date,
    })
    for (const source of held.provenance)
      provenance.push({ ...source, asOf: last.date, stale: true })
  }
  return { value: rows, provenance }
}

function noPrice(tickers: readonly string[], { enabled }: ConnectorContext): FiqError {
  if (!enabled(yahooQuote)) return quotesNotConfigured()
  return new FiqError('NOT_FOUND', `No source has a price for ${tickers.slice(0, 10).join(', ')}.`)
}

/** No source of prices is switched on, and nobody imported any. */
export function quotesNotConfigured(): FiqError {
  return new FiqError('NOT_CONFIGURED', 'This server has no source configured for quotes.', {
    facts: ['Area: quotes'],
  })
}
