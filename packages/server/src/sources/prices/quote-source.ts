import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Provenance, Sourced, Upstream } from '../connector.ts'
import { isCurrencyPair } from '../symbols/market-symbol.ts'
import { isCoin } from '../symbols/share-symbol.ts'
import { tidy } from '../tidy.ts'
import { rowsOmitted } from '../usable-rows.ts'
import type { QuoteRow } from './quote-row.ts'

/** Quotes by symbol in the directory's spelling: `BRK-B`, `^GSPC`, `BTC-USD`. */
export type QuotesBySymbol = Sourced<ReadonlyMap<string, QuoteRow>> & {
  /** Symbols that could not be fetched, with the reason. */
  missed?: ReadonlyMap<string, FiqError>
}

/** One upstream of quotes. Its result omits unknown symbols. */
export type QuoteSource = {
  upstream: Upstream
  /**
   * Maximum symbols of one load. Without list requests, the upstream gets one request for each
   * symbol.
   */
  symbolsMax: number
  covers(symbol: string): boolean
  /** @throws FiqError `UPSTREAM_…`, `NOT_FOUND` */
  load(symbols: readonly string[], context: ConnectorContext): Promise<QuotesBySymbol>
}

/**
 * Volume in coins or shares. Yahoo states the volume of a coin in dollars, and 0 for a currency pair,
 * whose trades are not counted anywhere.
 *
 * @param price of the session or bar, by which dollars are divided
 */
export function piecesTraded(
  symbol: string,
  volume: number | null | undefined,
  price: number | null,
): number | null {
  if (volume == null || isCurrencyPair(symbol)) return null
  if (!isCoin(symbol)) return volume
  return price === null ? null : tidy(volume / price)
}

/** Days after which a price is stale: while its market is open, and otherwise (a long weekend). */
export const staleAfterDays = { open: 20 / 1440, closed: 4 }

/**
 * Loads symbols one by one, for upstreams without list requests. An unknown or failed symbol does
 * not fail the others.
 *
 * @throws FiqError of the first failure if every symbol failed
 */
export async function eachSymbol(
  symbols: readonly string[],
  load: (symbol: string) => Promise<{ row: QuoteRow; provenance: Provenance }>,
): Promise<QuotesBySymbol> {
  const outcomes = await Promise.allSettled(symbols.map(load))
  const value = new Map<string, QuoteRow>()
  const provenance: Provenance[] = []
  const missed = new Map<string, FiqError>()
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') {
      if (!(outcome.reason instanceof FiqError)) throw outcome.reason
      missed.set(symbols[index] as string, outcome.reason)
    } else {
      value.set(symbols[index] as string, outcome.value.row)
      provenance.push(outcome.value.provenance)
    }
  }
  const [failure] = missed.values()
  if (value.size === 0 && failure !== undefined) throw failure
  return { value, provenance: oldestOf(provenance), missed }
}

/**
 * The requested symbols without a quote, if the response has rows of another form. Such a row may be
 * theirs, so they are not reported as unknown.
 *
 * @param rows of `usableRows` or `usableMembers`
 */
export function unreadable(
  symbols: readonly string[],
  value: ReadonlyMap<string, QuoteRow>,
  rows: object,
  { host }: URL,
): ReadonlyMap<string, FiqError> {
  const count = rowsOmitted(rows)
  const absent = count > 0 ? symbols.filter((symbol) => !value.has(symbol)) : []
  return new Map(
    absent.map((symbol) => [
      symbol,
      new FiqError(
        'UPSTREAM_CHANGED',
        `${host} answered ${symbol} in a row of another form, or not at all.`,
        { facts: [`Rows of another form: ${count}`] },
      ),
    ]),
  )
}

/** One provenance for all rows: `asOf` of the oldest price; stale if any row is. */
function oldestOf(provenance: readonly Provenance[]): Provenance[] {
  const [first, ...rest] = provenance
  if (!first) return []
  const asOf = rest.reduce((oldest, { asOf }) => {
    if (oldest === null || asOf === null) return oldest ?? asOf
    return asOf < oldest ? asOf : oldest
  }, first.asOf)
  return [{ ...first, asOf, stale: provenance.some(({ stale }) => stale) }]
}
