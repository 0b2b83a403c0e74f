import type { ConnectorContext, Sourced } from '../connector.ts'
import { provenanceOf } from '../sourced.ts'
import { hasPlainSpelling } from '../symbols/share-symbol.ts'
import { readTable } from './sec-table.ts'
import { refuseShortList, secTickers } from './sec-tickers.ts'

/** A share of a US exchange in the SEC's list. */
export type ListedCompany = { cik: number; name: string; ticker: string; exchange: string }

/** The exchanges whose prices are consolidated. The list also has shares traded over the counter. */
const exchanges: ReadonlySet<unknown> = new Set(['Nasdaq', 'NYSE', 'CBOE'])

/**
 * Shares of US exchanges in the SEC's order (by size), without preferred shares, warrants and units.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadListedCompanies(
  context: ConnectorContext,
): Promise<Sourced<readonly ListedCompany[]>> {
  const url = new URL(secTickers.url)
  const answer = await context.fetch({ url, expects: 'json', bulk: true })
  const rows = readTable(answer, url, ['cik', 'name', 'ticker', 'exchange'])
  refuseShortList(rows.length, answer, url)
  const value = rows.flatMap(([cik, name, symbol, exchange]) => {
    const ticker = String(symbol ?? '').toUpperCase()
    if (!exchanges.has(exchange) || !hasPlainSpelling(ticker) || !Number(cik)) return []
    return [{ cik: Number(cik), name: String(name ?? ''), ticker, exchange: String(exchange) }]
  })
  return { value, provenance: [provenanceOf(secTickers, answer)] }
}
