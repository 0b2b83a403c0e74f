import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { type ListedCompany, loadListedCompanies } from '../../sources/entities/listed-companies.ts'
import { alpaca } from '../../sources/prices/alpaca-bars.ts'
import { type AlpacaQuote, loadAlpacaSnapshots } from '../../sources/prices/alpaca-snapshots.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { tidy } from '../../sources/tidy.ts'
import type { TableRow } from './screen-row.ts'
import { loadSharesOutstanding, type SharesOutstanding } from './shares-outstanding.ts'

export const alpacaTable: Upstream = {
  ...alpaca,
  id: 'alpaca-screen',
  name: 'Alpaca snapshots of all US shares',
  url: 'https://docs.alpaca.markets/reference/stocksnapshots-1',
  delay: '15 minutes',
  timing: { delay: '15-minute', venue: 'consolidated' },
}

/** A free account has 200 requests a minute, and the exchanges list some 6,000 shares. */
const symbolsMax = 1_000
const cacheSeconds = 60

/**
 * Every share of the US exchanges with its price of Alpaca, in some six requests. The market
 * capitalization is the price times the shares in the filer's newest report. It has no sectors.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export function loadAlpacaTable(context: ConnectorContext): Promise<Sourced<readonly TableRow[]>> {
  return context.cached('screen:alpaca', cacheSeconds, async (context) => {
    const [listed, shares] = await Promise.all([
      loadListedCompanies(context),
      loadSharesOutstanding(context),
    ])
    const parts = Array.from({ length: Math.ceil(listed.value.length / symbolsMax) }, (_, at) =>
      listed.value.slice(at * symbolsMax, (at + 1) * symbolsMax).map(({ ticker }) => ticker),
    )
    const loaded = await Promise.all(parts.map((symbols) => loadPart(symbols, context)))
    const quotes = new Map(loaded.flatMap(({ value }) => [...value]))
    const times = [...quotes.values()].flatMap(({ asOf }) => asOf ?? []).sort()
    // Shares without a trade today have old prices, so the time of the table is the newest one.
    const asOf = times.at(-1) ?? null
    const value = rowsOf(listed.value, quotes, shares.value)
    const cited = loaded.slice(0, 1).map(({ answer, stale }) => {
      const isStale = stale && loaded.every((part) => part.stale)
      return provenanceOf(alpacaTable, answer, { asOf, stale: isStale })
    })
    return { value, provenance: [...cited, ...listed.provenance, ...shares.provenance] }
  })
}

/**
 * @throws FiqError `UPSTREAM_CHANGED` if no share has a price: without these shares, the table would
 * look complete but lack a part of the market.
 */
async function loadPart(symbols: readonly string[], context: ConnectorContext) {
  const part = await loadAlpacaSnapshots(symbols, context, { bulk: true })
  const [host = ''] = alpacaTable.hosts
  if (part.value.size === 0)
    throw new FiqError(
      'UPSTREAM_CHANGED',
      `${host} answered no price for ${symbols.length} shares.`,
    )
  return part
}

function rowsOf(
  listed: readonly ListedCompany[],
  quotes: ReadonlyMap<string, AlpacaQuote>,
  shares: ReadonlyMap<number, SharesOutstanding>,
): TableRow[] {
  const priceOf = ({ ticker }: ListedCompany) => quotes.get(ticker)?.price ?? null
  const byFiler = new Map<number, (number | null)[]>()
  for (const company of listed)
    byFiler.set(company.cik, [...(byFiler.get(company.cik) ?? []), priceOf(company)])
  return listed.flatMap((company) => {
    const quote = quotes.get(company.ticker)
    if (!quote || quote.price === null) return []
    const { price, previousClose, changePercent, volume, marketState, preMarketPrice } = quote
    const known = shares.get(company.cik)
    const { ticker, name, exchange, cik } = company
    const isOfClass = known && countsFor(price, byFiler.get(cik) ?? [], known)
    return [
      {
        ticker,
        name,
        exchange,
        price,
        previousClose,
        changePercent,
        volume,
        averageDailyVolume3M: null,
        preMarketPrice,
        marketState,
        sector: null,
        marketCap: isOfClass ? tidy(known.shares * price) : null,
      },
    ]
  })
}

/** Prices of classes with equal rights differ by less than this factor. */
const classFactor = 2

/**
 * Whether a number of shares is in units of the share with this price: classes of one company
 * (GOOG and GOOGL) have similar prices, warrants and classes of another size (BRK-A and BRK-B) do
 * not.
 *
 * @param prices of all shares of the filer, the first one is its main class
 */
function countsFor(
  price: number,
  prices: readonly (number | null)[],
  { isAverage }: SharesOutstanding,
): boolean {
  const isNear = (other: number | null | undefined) =>
    other != null && Math.max(price, other) < classFactor * Math.min(price, other)
  return isAverage ? prices.every(isNear) : isNear(prices[0])
}
