import { FiqError } from '@fiq/shared/errors'
import { barsMax } from '@fiq/shared/pricing/bar-factors'
import { cryptoAssets } from '@fiq/shared/spelling/crypto-assets'
import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import type { ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import { entityUpstreams, loadDirectory } from '../entities/sec-tickers.ts'
import { fromSources, refuseWhenOff } from '../sourced.ts'
import { symbolOf } from '../symbols/market-symbol.ts'
import { isIndex } from '../symbols/share-symbol.ts'
import { aggregate } from './aggregate.ts'
import { barSources, sourcesOfBars } from './bar-sources.ts'
import { type Interval, type Range, withinRange } from './range.ts'
import { areBarsStale } from './sourced-bars.ts'

/** Sources of bars, and of the directory that checks tickers. */
export const barUpstreams: readonly Upstream[] = [...barSources, ...entityUpstreams]

/**
 * Bars of one ticker, oldest first: imported bars take precedence over the upstreams'. A range
 * counts back from the newest bar, and has at most {@link barsMax} bars. Weekly and monthly bars
 * are computed from daily ones.
 *
 * @param ticker in any spelling of the directory: `brk.b`, `^gspc`, `BTC`
 * @throws FiqError `NOT_FOUND` if no source has bars of this width so far back, `UPSTREAM_…`,
 * `NOT_CONFIGURED` if no source is enabled
 */
export async function loadBars(
  ticker: string,
  range: Range,
  interval: Interval,
  context: ConnectorContext,
): Promise<SourcedBars> {
  const loaded = await allBars(ticker, range, interval, context)
  const most = barsMax(range, interval)
  return loaded.value.length > most ? { ...loaded, value: loaded.value.slice(-most) } : loaded
}

async function allBars(
  ticker: string,
  range: Range,
  interval: Interval,
  context: ConnectorContext,
): Promise<SourcedBars> {
  const own = ownBars(ticker, range, interval, context)
  if (own) return own
  refuseTooFine(range, interval)
  refuseFinerThanImported(ticker, interval, context)
  const symbol = await yahooSymbol(ticker, context)
  const { currency, ...bars } = await fromSources(
    area,
    sourcesOfBars(symbol, range, interval),
    context,
  )
  // The bars of an index are points.
  return isIndex(symbol) || currency === undefined ? bars : { ...bars, currency }
}

const area = 'price history'

/**
 * Refuses, without a request for bars, those that no source has: too fine for the range, or of
 * tickers without imported bars while every source that covers one of them is off.
 *
 * @throws FiqError `NOT_FOUND`, `NOT_CONFIGURED`
 */
export async function refuseWithoutSource(
  tickers: readonly string[],
  range: Range,
  interval: Interval,
  context: ConnectorContext,
): Promise<void> {
  if (tickers.some((ticker) => ownBars(ticker, range, interval, context))) return
  refuseTooFine(range, interval)
  const symbols = await yahooSymbols(tickers, context)
  const sources = symbols.flatMap((symbol) => sourcesOfBars(symbol, range, interval))
  refuseWhenOff(area, [...new Set(sources.map(({ upstream }) => upstream))], context)
}

/**
 * Yahoo's symbol for a ticker, which the directory spells in the same way: `BRK-B`, `^GSPC`,
 * `BTC-USD`. If the directory is unavailable, the normalised ticker is used, with the suffix of
 * coins for a coin.
 */
export async function yahooSymbol(ticker: string, context: ConnectorContext): Promise<string> {
  return (await yahooSymbols([ticker], context))[0]!
}

/** {@link yahooSymbol} of several tickers, in their order. Awaits the directory once. */
export async function yahooSymbols(
  tickers: readonly string[],
  context: ConnectorContext,
): Promise<readonly string[]> {
  try {
    const { value: directory } = await loadDirectory(context)
    return tickers.map((ticker) => directory.findTicker(ticker)?.ticker ?? symbolOf(ticker))
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    return tickers.map((ticker) => {
      const normal = symbolOf(ticker)
      return coins.has(normal) ? `${normal}-USD` : normal
    })
  }
}

const coins: ReadonlySet<string> = new Set(cryptoAssets.map(([symbol]) => symbol))

/** Days for which publishers retain intraday bars. */
const daysAvailable: Readonly<Partial<Record<Interval, number>>> = {
  '1m': 8,
  '5m': 60,
  '15m': 60,
  '30m': 60,
  '60m': 730,
}

const rangeDays: Readonly<Record<Range, number>> = {
  '1d': 1,
  '5d': 7,
  '1mo': 31,
  '3mo': 92,
  '6mo': 184,
  '1y': 366,
  '2y': 731,
  '5y': 1827,
  '10y': 3653,
  ytd: 366,
  max: Infinity,
}

function refuseTooFine(range: Range, interval: Interval): void {
  const availableDays = daysAvailable[interval] ?? Infinity
  // Two years can have 731 days, and the history covers two full years.
  if (rangeDays[range] <= availableDays + 1) return
  const ranges = Object.entries(rangeDays).filter(([, days]) => days <= availableDays + 1)
  throw new FiqError(
    'NOT_FOUND',
    `Sources hold ${interval} bars for ${availableDays} days, not for ${range}.`,
    {
      facts: [`Ranges with ${interval} bars: ${ranges.map(([name]) => name).join(', ')}`],
      remedy: 'Query a shorter range or a wider interval.',
    },
  )
}

/**
 * Reports the missing imported file instead of a missing chart: a mirror of daily bars has no finer
 * ones.
 */
function refuseFinerThanImported(
  ticker: string,
  interval: Interval,
  { files, upstreams }: ConnectorContext,
): void {
  if (upstreams.mode !== 'mirror' || daysAvailable[interval] === undefined) return
  if (files.bars(normalTicker(ticker), '1d') === undefined) return
  throw new FiqError(
    'NOT_FOUND',
    `The server holds only daily bars of ${ticker}, none of ${interval}.`,
    { remedy: 'Query the interval 1d, 1wk or 1mo.' },
  )
}

function ownBars(
  ticker: string,
  range: Range,
  interval: Interval,
  { files, now }: ConnectorContext,
): SourcedBars | undefined {
  const normal = normalTicker(ticker)
  const imported = files.bars(normal, interval)
  const wide = interval === '1wk' || interval === '1mo'
  const daily = imported === undefined && wide ? files.bars(normal, '1d') : undefined
  const source = imported ?? daily
  const asOf = source?.value.at(-1)?.date
  if (!source || asOf === undefined) return undefined
  const inRange = withinRange(source.value, range)
  const stale = areBarsStale(asOf, now())
  return {
    value: daily && wide ? aggregate(inRange, interval) : inRange,
    provenance: source.provenance.map((known) => ({ ...known, stale })),
  }
}
