import { FiqError } from '@fiq/shared/errors'
import { barFactors, barsMax } from '@fiq/shared/pricing/bar-factors'
import { inTurns } from '../../scheduling/in-turns.ts'
import { arrayFilterBounds, arrayFilterOf, pageOf } from '../../sources/array-filter.ts'
import { boundsOf } from '../../sources/bounds.ts'
import type {
  Bar,
  Connector,
  ConnectorContext,
  Provenance,
  Sourced,
} from '../../sources/connector.ts'
import { directoryNames } from '../../sources/entities/directory-names.ts'
import { refuseUnknownTickers, unknownTickers } from '../../sources/entities/unknown-tickers.ts'
import { alpacaActions } from '../../sources/prices/alpaca-actions.ts'
import { barSources, shareBarSources } from '../../sources/prices/bar-sources.ts'
import { totalReturn } from '../../sources/prices/corporate-actions.ts'
import { barUpstreams, loadBars, refuseWithoutSource } from '../../sources/prices/load-bars.ts'
import { problemText } from '../../sources/prices/problem-text.ts'
import type { Interval, Range } from '../../sources/prices/range.ts'
import { announced } from './announced-actions.ts'
import { type CutBars, cutOf } from './cut-bars.ts'

/** Open, high, low, close and volume of equities, indices and crypto. */
export const priceHistory: Connector = {
  area: 'price-history',
  category: 'market',
  upstreams: [...barUpstreams, alpacaActions],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Price bars of 1 to 50 tickers, one row for each in the requested order. range is the period: 1d,
      5d, 1mo, 3mo, 6mo, 1y, 2y, 5y, 10y, ytd or max. It ends now; for a mirror or an import it ends at
      the newest bar. interval is the length of a bar: 1m, 5m, 15m, 30m, 60m, 1d, 1wk or 1mo. Without a
      filter, all bars of the range are returned, oldest first. With a filter they are bounded, sorted
      (newest first by default) and paged. A ticker without bars has its problem in the row, and an
      error in errors. Each ticker costs a credit for each 260 bars that the range and the interval can
      have; the filter does not change the price.
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
      "Name in the directory of companies, funds, crypto assets and indices. Null if it has none."
      name: String
      "Bars of the range. Null if no source has any; then problem states the reason."
      bars: [Bar!]
      "Error code and message. Null if the row has bars."
      problem: String
      """
      Currency of all prices, ISO 4217. GBp (pence), ZAc (cents), ILA (agorot) and USX (cents) are
      hundredths of GBP, ZAR, ILS and USD. Null for an index, which is in points, and if the source
      does not state it.
      """
      currency: String
      """
      Total return in percent, from the close of the oldest bar of the range to the close of the
      newest bar, with each dividend reinvested on its ex-dividend date. The filter does not change
      it. Null if the source has no dividends.
      """
      totalReturn: Float
      "Dividends and splits announced with an ex-date in the next six months, next first, from a source that the server has a key for. Empty if none is announced, and for a ticker that is no US share."
      announced: [AnnouncedAction!]
    }

    "An announced dividend or split of a share. Companies may still change it."
    type AnnouncedAction {
      "Ex-date, ISO 8601: from this day on, the price is without the dividend, or of the new shares."
      date: String!
      "Cash dividend per share, in currency. Null for a split."
      dividend: Float
      "Number of new shares for one old share: 4 for a 4:1 split, 0.1 for a 1:10 reverse split. Null for a dividend."
      split: Float
    }

    """
    Prices and volume of one bar. All are adjusted for splits, except those of Alpha Vantage, which
    are as traded; imported bars are as imported. Only adjustedClose is also adjusted for dividends.
    """
    type Bar {
      "Trading day in the time zone of the exchange; for bars shorter than a day, the start of the bar in UTC. ISO 8601."
      date: String!
      "First price, in currency."
      open: Float
      "Highest price, in currency."
      high: Float
      "Lowest price, in currency."
      low: Float
      "Last price, in currency."
      close: Float!
      "Number of shares or coins traded. Null if the source has none."
      volume: Float
      """
      Close adjusted for dividends, in currency: for each later ex-dividend date of the range it is
      multiplied by 1 - dividend / close of the day before that date. Null for bars shorter than a day,
      and if the source has no dividends.
      """
      adjustedClose: Float
      """
      Cash dividends per share with their ex-dividend date in this bar, adjusted for later splits, in
      currency. 0 if there are none. Null for bars shorter than a day, and if the source has no
      dividends.
      """
      dividends: Float
      """
      Ratio of the splits in this bar, in new shares for one old share: 4 for a 4:1 split, 0.1 for a
      1:10 reverse split, 1 for none. Null for bars shorter than a day, and if the source has no
      splits.
      """
      splits: Float
    }
  `,
  fields: {
    'PriceHistory.announced': announced,
    'Query.priceHistory': {
      answeredBy: barSources,
      ofShares: shareBarSources,
      readsBars: true,
      rate: { credits: 1, timesOf: 'tickers', factors: barFactors },
      rowsBelow(args) {
        const { range, interval, limit } = callOf(args)
        return { bars: Math.min(barsMax(range, interval), limit) }
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
        else await refuseWithoutSource(tickers, range, interval, context)
      },
      async resolve(_parent, args, context) {
        const { tickers, range, interval } = callOf(args)
        const unknown = await unknownTickers(tickers, context, { hasPrice: true })
        const loaded = await loadAll(tickers, range, interval, context, unknown)
        throwIfNone(loaded)
        const { nameOf, unanswered } = await directoryNames(context)
        const rows: Row[] = []
        const origins: Provenance[] = []
        const pagesBelow = new Map<string, CutBars>()
        for await (const each of inTurns(loaded)) {
          const { ticker, bars, currency, problem } = each
          const page = pageOfBars(each, args['filter'])
          rows.push({
            ticker,
            currency,
            problem,
            name: nameOf(ticker),
            bars: page.value,
            totalReturn: bars && totalReturn(bars),
          })
          origins.push(...page.provenance)
          const cut = cutOf(page, args['filter'])
          if (cut) pagesBelow.set(`${rows.length - 1}.bars`, cut)
        }
        const provenance = distinct(origins)
        const failed = loaded.flatMap(({ error }, at) => (error ? [{ at, error }] : []))
        const warnings = loaded.flatMap((each) => beforeRange(each, range, args['filter']))
        return { value: rows, provenance, failed, unanswered, pagesBelow, warnings }
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

function pageOfBars({ bars, provenance }: Loaded, filter: unknown): Sourced<readonly Bar[] | null> {
  if (bars === null || filter == null) return { value: bars, provenance }
  const page = pageOf({ value: bars, provenance }, arrayFilterOf(filter), ({ date }) => date)
  // The newest week or month contains days after its date.
  return page.value.includes(bars.at(-1)!) ? { ...page, provenance } : page
}

/** The warning that a filter ends before the bars of the range begin, so that none is left. */
function beforeRange({ ticker, bars }: Loaded, range: Range, filter: unknown): readonly string[] {
  const { until } = arrayFilterOf(filter)
  const first = bars?.[0]?.date
  if (until === undefined || first === undefined || until >= first.slice(0, until.length)) return []
  return [
    `${ticker}: range ${range} begins on ${first}, after filter.until. A longer range may have bars.`,
  ]
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
