import { FiqError } from '@fiq/shared/errors'
import { barFactors, barsMax } from '@fiq/shared/pricing/bar-factors'
import { inTurns } from '../../scheduling/in-turns.ts'
import { applyFilter, arrayFilterBounds, arrayFilterOf } from '../../sources/array-filter.ts'
import { boundsOf } from '../../sources/bounds.ts'
import type { Bar, Connector, ConnectorContext, Provenance } from '../../sources/connector.ts'
import { directoryNames } from '../../sources/entities/directory-names.ts'
import { refuseUnknownTickers, unknownTickers } from '../../sources/entities/unknown-tickers.ts'
import { barSources } from '../../sources/prices/bar-sources.ts'
import { totalReturn } from '../../sources/prices/corporate-actions.ts'
import { barUpstreams, loadBars, refuseWithoutSource } from '../../sources/prices/load-bars.ts'
import { problemText } from '../../sources/prices/problem-text.ts'
import type { Interval, Range } from '../../sources/prices/range.ts'

/** Open, high, low, close and volume of equities, indices and crypto. */
export const priceHistory: Connector = {
  area: 'price-history',
  category: 'market',
  upstreams: barUpstreams,
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Bars of 1 to 50 tickers. range is how far back: 1d, 5d, 1mo, 3mo, 6mo, 1y, 2y, 5y, 10y, ytd
      or max; it counts from now, and from the newest bar held where the source is a mirror or an
      import. interval is the width of a bar: 1m, 5m, 15m, 30m, 60m, 1d, 1wk or 1mo. Without a
      filter all bars of the range come oldest first, as a chart draws them; a filter bounds,
      sorts (newest first unless ASC) and pages them. A ticker without bars has a problem in its
      row and an error beside the data. Each ticker costs a credit for each 260 bars
      that the pair of range and interval can have, whatever the filter keeps.
      """
      priceHistory(
        tickers: [String!]!
        range: String = "1y"
        interval: String = "1d"
        filter: ArrayFilterInput
      ): [PriceHistory!]
    }

    "Bars of one ticker."
    type PriceHistory {
      "The requested ticker, as written in the request."
      ticker: String!
      "Name in the directory of companies, funds, indices and crypto assets; null where it has none."
      name: String
      "Null if no source has bars; problem has the reason."
      bars: [Bar!]
      "Error code and message if bars is null."
      problem: String
      """
      Currency of all prices, ISO 4217; GBp, ZAc and ILA are hundredths: pence, cents, agorot. Null
      for an index, whose bars are points, and where the source does not say.
      """
      currency: String
      """
      Total return in percent, from the close of the oldest bar of the range to the close of the
      newest, with each dividend reinvested on its ex-day; a filter does not change it. Null where
      the source has no dividends.
      """
      totalReturn: Float
    }

    """
    Prices and volume of one stretch of time, on the basis of the newest split. Only adjustedClose
    is adjusted for dividends.
    """
    type Bar {
      "Day of the exchange, or start of the bar as a UTC instant, ISO 8601."
      date: String!
      "First price, listing currency."
      open: Float
      "Highest price, listing currency."
      high: Float
      "Lowest price, listing currency."
      low: Float
      "Last price, listing currency."
      close: Float!
      "Shares or coins traded; null where the source has none."
      volume: Float
      """
      The close, multiplied by 1 - dividend / close of the day before for each later ex-day of the
      range, listing currency. Null within a day and where the source has no dividends.
      """
      adjustedClose: Float
      """
      Cash of one share whose ex-day is in this bar, divided by later splits, listing currency; 0
      for none. Null within a day and where the source has no dividends.
      """
      dividends: Float
      """
      New shares for one old share by splits in this bar: 4 for 4:1, 0.1 for 1:10, 1 for none. Null
      within a day and where the source has no splits.
      """
      splits: Float
    }
  `,
  fields: {
    'Query.priceHistory': {
      answeredBy: barSources,
      readsBars: true,
      rate: { credits: 1, timesOf: 'tickers', factors: barFactors },
      rowsBelow(args) {
        const { range, interval, limit } = callOf(args)
        return Math.min(barsMax(range, interval), limit)
      },
      bounds(args) {
        boundsOf('priceHistory')(args)
        arrayFilterBounds(args['filter'])
      },
      async check(args, context) {
        const { tickers, range, interval } = callOf(args)
        await refuseUnknownTickers(tickers, context, { hasPrice: true })
        if (context.upstreams.mode === 'mirror')
          throwIfNone(await loadAll(tickers, range, interval, context))
        else refuseWithoutSource(tickers, range, interval, context)
      },
      async resolve(_parent, args, context) {
        const { tickers, range, interval } = callOf(args)
        const unknown = await unknownTickers(tickers, context, { hasPrice: true })
        const loaded = await loadAll(tickers, range, interval, context, unknown)
        throwIfNone(loaded)
        const { nameOf, unanswered } = await directoryNames(context)
        const rows: Row[] = []
        for await (const { ticker, bars, currency, problem } of inTurns(loaded))
          rows.push({
            ...{ ticker, currency, problem, name: nameOf(ticker) },
            bars: bars && filtered(bars, args['filter']),
            totalReturn: bars && totalReturn(bars),
          })
        const provenance = distinct(loaded.flatMap((each) => each.provenance))
        const failed = loaded.flatMap(({ error }, at) => (error ? [{ at, error }] : []))
        return { value: rows, provenance, failed, unanswered }
      },
    },
  },
}

type Ticker = {
  ticker: string
  bars: readonly Bar[] | null
  currency: string | null
  problem: string | null
}
/** The parent object of the fields of `PriceHistory`. */
type Row = Ticker & { name: string | null; totalReturn: number | null }
type Loaded = Ticker & {
  provenance: readonly Provenance[]
  error?: FiqError
}

async function loadAll(
  tickers: readonly string[],
  range: Range,
  interval: Interval,
  context: ConnectorContext,
  unknown: ReadonlyMap<string, FiqError> = new Map(),
): Promise<Loaded[]> {
  return Promise.all(
    tickers.map(async (ticker): Promise<Loaded> => {
      try {
        const nobodys = unknown.get(ticker)
        if (nobodys) throw nobodys
        const loaded = await loadBars(ticker, range, interval, context)
        const { value, provenance, currency = null } = loaded
        return { ticker, bars: value, currency, problem: null, provenance }
      } catch (error) {
        if (!(error instanceof FiqError)) throw error
        const none = { bars: null, currency: null, provenance: [] }
        return { ticker, ...none, problem: problemText(error), error }
      }
    }),
  )
}

/** A ticker without bars has an error in its row. If no ticker has bars, the field fails. */
function throwIfNone(loaded: readonly Loaded[]): void {
  const first = loaded[0]?.error
  if (first && loaded.every(({ error }) => error)) throw first
}

function filtered(bars: readonly Bar[], filter: unknown): readonly Bar[] {
  return filter == null ? bars : applyFilter(bars, arrayFilterOf(filter), ({ date }) => date)
}

function callOf(args: Readonly<Record<string, unknown>>) {
  return {
    tickers: args['tickers'] as readonly string[],
    range: (args['range'] ?? '1y') as Range,
    interval: (args['interval'] ?? '1d') as Interval,
    limit: args['filter'] == null ? Infinity : arrayFilterOf(args['filter']).limit,
  }
}

/** Removes duplicates, so that a source is stated once for many tickers. */
function distinct(provenance: readonly Provenance[]): Provenance[] {
  return [...new Map(provenance.map((known) => [JSON.stringify(known), known])).values()]
}
