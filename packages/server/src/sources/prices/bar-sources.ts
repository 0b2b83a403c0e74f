import { hasCode } from '@fiq/shared/errors'
import type { Bar, ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import type { Source } from '../sourced.ts'
import { hasPlainSpelling, isShare } from '../symbols/share-symbol.ts'
import { aggregate } from './aggregate.ts'
import { alpacaBars, alpacaWidths, loadAlpacaBars } from './alpaca-bars.ts'
import { alphaVantageBars, loadAlphaVantageBars } from './alpha-vantage-bars.ts'
import { coinbaseBars, coinbaseWidths, hasCoinbaseBars, loadCoinbaseBars } from './coinbase-bars.ts'
import { dxFeedBars, loadDxFeedBars } from './dx-feed-bars.ts'
import { fredIndex, hasFredIndex, loadFredIndex } from './fred-index-bars.ts'
import { type Interval, type Range, withinRange } from './range.ts'
import { loadTiingoBars, tiingoBars } from './tiingo-bars.ts'
import { loadTwelveDataBars, twelveDataBars } from './twelve-data.ts'
import { loadYahooBars, yahooChart } from './yahoo-chart.ts'

type Width = Exclude<Interval, '1wk' | '1mo'>

/** A source of bars, with its bar widths. */
type BarLoad = {
  upstream: Upstream
  widths: ReadonlySet<Interval>
  covers(symbol: string, range: Range, width: Width): boolean
  load(
    symbol: string,
    range: Range,
    width: Width,
    context: ConnectorContext,
  ): Promise<SourcedBars | undefined>
}

const days: ReadonlySet<Width> = new Set(['1d'])
const allWidths: ReadonlySet<Width> = new Set(['1m', '5m', '15m', '30m', '60m', '1d'])

/** The sources, in order of preference. */
const barLoads: readonly BarLoad[] = [
  { upstream: alpacaBars, widths: alpacaWidths, covers: hasPlainSpelling, load: loadAlpacaBars },
  {
    upstream: tiingoBars,
    widths: days,
    covers: isShare,
    load: (symbol, range, _width, context) => loadTiingoBars(symbol, range, context),
  },
  {
    upstream: twelveDataBars,
    widths: allWidths,
    covers: hasPlainSpelling,
    load: loadTwelveDataBars,
  },
  {
    upstream: coinbaseBars,
    widths: coinbaseWidths,
    covers: hasCoinbaseBars,
    load: loadCoinbaseBars,
  },
  {
    upstream: yahooChart,
    widths: allWidths,
    covers: () => true,
    load: (symbol, range, width, context) =>
      width === '1d'
        ? yahooDays(symbol, range, context)
        : loadYahooBars(symbol, range, width, context),
  },
  {
    upstream: dxFeedBars,
    widths: days,
    covers: hasPlainSpelling,
    load: (symbol, range, _width, context) => loadDxFeedBars(symbol, range, context),
  },
  {
    upstream: fredIndex,
    widths: days,
    covers: hasFredIndex,
    load: (symbol, range, _width, context) => loadFredIndex(symbol, range, context),
  },
  {
    // A free key gets a hundred days, 25 times a day.
    upstream: alphaVantageBars,
    widths: days,
    covers: isShare,
    load: (symbol, range, _width, context) => loadAlphaVantageBars(symbol, range, context),
  },
]

/** Sources of bars, in order of preference. */
export const barSources: readonly Upstream[] = barLoads.map(({ upstream }) => upstream)

/** Sources of daily bars of US shares. */
export const shareBarSources: readonly Upstream[] = barLoads
  .filter(({ covers }) => covers('AAPL', '1y', '1d'))
  .map(({ upstream }) => upstream)

/** Sources of bars of this symbol and width, in order of preference. */
export function sourcesOfBars(
  symbol: string,
  range: Range,
  interval: Interval,
): readonly Source<readonly Bar[], SourcedBars>[] {
  const wide = interval === '1wk' || interval === '1mo'
  const width = wide ? '1d' : interval
  const having = barLoads.filter(
    ({ widths, covers }) => widths.has(width) && covers(symbol, range, width),
  )
  // Alpaca's data begins in 2016, so for `max` the other sources come first.
  const ordered = range === 'max' ? [...having.filter(begins), ...having.filter(isLate)] : having
  return ordered.map(({ upstream, load }) => ({
    upstream,
    async load(context) {
      const loaded = await load(symbol, range, width, context)
      return wide ? loaded && { ...loaded, value: aggregate(loaded.value, interval) } : loaded
    },
  }))
}

const isLate = ({ upstream }: BarLoad) => upstream === alpacaBars
const begins = (source: BarLoad) => !isLate(source)

/**
 * Daily bars of Yahoo. A mirror with one long chart serves every shorter range, counted back from
 * its newest day.
 */
async function yahooDays(
  symbol: string,
  range: Range,
  context: ConnectorContext,
): Promise<SourcedBars> {
  try {
    return await loadYahooBars(symbol, range, '1d', context)
  } catch (error) {
    const absent = hasCode(error, 'NOT_FOUND')
    if (!absent || context.upstreams.mode !== 'mirror' || range === 'max') throw error
    const loaded = await loadYahooBars(symbol, 'max', '1d', context)
    return { ...loaded, value: withinRange(loaded.value, range) }
  }
}
