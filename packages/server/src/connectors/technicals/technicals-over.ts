import { FiqError } from '@fiq/shared/errors'
import { type Indicator, indicatorOf } from '@fiq/shared/indicators/indicator'
import { indicatorRules } from '@fiq/shared/indicators/indicator-rules'
import { settingsOf } from '@fiq/shared/indicators/settings'
import { turns } from '../../scheduling/turns.ts'
import { arrayFilterBounds, arrayFilterOf, cutPage } from '../../sources/array-filter.ts'
import { boundsOf } from '../../sources/bounds.ts'
import type {
  Bar,
  Connector,
  ConnectorContext,
  ConnectorField,
  Sourced,
  Upstream,
} from '../../sources/connector.ts'
import { refuseUnknownTickers } from '../../sources/entities/unknown-tickers.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { barSources, shareBarSources } from '../../sources/prices/bar-sources.ts'
import { refuseWithoutSource } from '../../sources/prices/load-bars.ts'
import type { Interval, Range } from '../../sources/prices/range.ts'
import { passedBars } from './passed-bars.ts'
import { technicalsSdl } from './technicals-sdl.ts'

/** Loads the bars of one ticker, like `priceHistory`. */
export type LoadBars = (
  ticker: string,
  range: Range,
  interval: Interval,
  context: ConnectorContext,
) => Promise<Sourced<readonly Bar[]>>

/** The parent object of the fields of `Technicals`. Bars in ascending order. */
export type TechnicalsRecord = { bars: readonly Bar[]; computed: Map<string, Indicator> }

/**
 * Technical indicators over the bars of `priceHistory`. One fetch serves all of them.
 *
 * @param upstreams of the bars
 */
export function technicalsOver(loadBars: LoadBars, upstreams: readonly Upstream[]): Connector {
  return {
    area: 'technicals',
    category: 'market',
    upstreams,
    sdl: technicalsSdl,
    fields: {
      'Entity.technicals': {
        area: 'price history',
        answeredBy: barSources,
        ofShares: shareBarSources,
        readsBars: true,
        rate: { credits: 1 },
        bounds: ({ range, interval }) => barBounds({ tickers: ['any'], range, interval }),
        checkOf: (tickers, { range, interval }, context) =>
          refuseWithoutSource(tickers, rangeOf(range), intervalOf(interval), context),
        async resolve(parent, args, context) {
          const { ticker } = parent as EntityRecord
          const [range, interval] = [rangeOf(args['range']), intervalOf(args['interval'])]
          const { value, provenance } = await loadBars(ticker, range, interval, context)
          return { value: await recordOf(value), provenance }
        },
      },
      'Query.technicals': rootField(loadBars),
      ...Object.fromEntries(
        Object.keys(indicatorRules).map((name) => [`Technicals.${name}`, indicatorField(name)]),
      ),
      'IndicatorValue.series': seriesField,
      'MacdValue.series': seriesField,
      'BollingerValue.series': seriesField,
    },
  }
}

/** Bounds of range and interval, taken from the tool `priceHistory`. */
const barBounds = boundsOf('priceHistory')

/** Indicators without an entity: over the bars of a ticker, or over bars in the query. */
function rootField(loadBars: LoadBars): ConnectorField {
  return {
    // Bars in the query need no source.
    answeredBy: [],
    rate: { credits: 1 },
    bounds({ ticker, range, interval, bars }) {
      if ((ticker == null) === (bars == null))
        throw new FiqError('BAD_INPUT', 'Either ticker or bars must be given, not both.', {
          facts: ['Argument: ticker'],
        })
      if (bars == null) barBounds({ tickers: [ticker], range, interval })
      else passedBars(bars)
    },
    async check({ ticker, range, interval }, context) {
      if (ticker == null) return
      await refuseUnknownTickers([String(ticker)], context, { hasPrice: true })
      await refuseWithoutSource([String(ticker)], rangeOf(range), intervalOf(interval), context)
    },
    async resolve(_parent, { ticker, range, interval, bars }, context) {
      if (bars != null) return { value: await recordOf(passedBars(bars)), provenance: [] }
      const { value, provenance } = await loadBars(
        String(ticker),
        rangeOf(range),
        intervalOf(interval),
        context,
      )
      return { value: await recordOf(value), provenance }
    },
  }
}

const rangeOf = (range: unknown) => (range ?? '1y') as Range
const intervalOf = (interval: unknown) => (interval ?? '1d') as Interval

/** Bars in ascending order, by the list. A query may have a hundred indicators over one list. */
const sorted = new WeakMap<readonly Bar[], readonly Bar[]>()

/** Sorts the bars in a turn of the event loop: 5,000 take 3 ms. */
async function recordOf(bars: readonly Bar[]): Promise<TechnicalsRecord> {
  await turns.nextDeferred()
  let ascending = sorted.get(bars)
  if (!ascending) {
    // Parse each date once: sorting compares 5,000 bars 60,000 times.
    ascending = bars
      .map((bar) => ({ bar, ms: Date.parse(bar.date) }))
      .sort((one, other) => one.ms - other.ms)
      .map(({ bar }) => bar)
    sorted.set(bars, ascending)
  }
  return { bars: ascending, computed: new Map() }
}

/**
 * Limits the computation: the bars are paid once, and each indicator takes milliseconds, in a turn
 * of the event loop.
 */
const indicatorsMax = 40

function indicatorField(name: string): ConnectorField {
  const rule = indicatorRules[name]!
  return {
    answeredBy: [],
    rate: { credits: 0 },
    bounds: (args) => void settingsOf(rule, args),
    async resolve(parent, args) {
      const { bars, computed } = parent as TechnicalsRecord
      const settings = settingsOf(rule, args)
      const key = `${name} ${Object.values(settings).join(' ')}`
      if (!computed.has(key)) await turns.nextDeferred()
      const cached = computed.get(key)
      if (cached) return { value: cached, provenance: [] }
      if (computed.size >= indicatorsMax)
        throw new FiqError('QUERY_TOO_LARGE', 'The query has too many indicators of one entity.', {
          facts: [`Limit: ${indicatorsMax} indicators of different settings`],
        })
      const indicator = indicatorOf(rule, bars, settings)
      computed.set(key, indicator)
      return { value: indicator, provenance: [] }
    },
  }
}

/** Points are a list like any other: limited, sorted, paged, and priced by the page. */
const seriesField: ConnectorField = {
  answeredBy: [],
  rate: { credits: 1, pagesOf: 'filter.limit', limitMax: 500 },
  bounds: ({ filter }) => arrayFilterBounds(filter),
  async resolve(parent, { filter }) {
    const { points } = parent as Indicator
    return { ...cutPage(points, arrayFilterOf(filter), ({ date }) => date), provenance: [] }
  },
}
