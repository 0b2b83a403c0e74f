import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import {
  arrayFilterBounds,
  arrayFilterOf,
  filterLimitMax,
  pageOf,
} from '../../sources/array-filter.ts'
import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, Sourced } from '../../sources/connector.ts'
import { entityUpstreams } from '../../sources/entities/sec-tickers.ts'
import { refuseUnknownTickers } from '../../sources/entities/unknown-tickers.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { finraFiles, loadFromFiles } from '../../sources/finra/finra-files.ts'
import { finraQuery, loadFromQuery, type SettlementsRead } from '../../sources/finra/finra-query.ts'
import {
  finraSymbol,
  publishedOn,
  type ShortInterestRecord,
} from '../../sources/finra/short-interest-record.ts'
import { knownOnBounds, knownOnOf } from '../../sources/known-on.ts'
import { yahooSymbol } from '../../sources/prices/load-bars.ts'
import { fromSources, type Source } from '../../sources/sourced.ts'

const answeredBy = [finraQuery, finraFiles]

/** Short interest of a US equity by settlement date. */
export const shortInterest: Connector = {
  area: 'short-interest',
  category: 'regulatory',
  upstreams: [finraQuery, finraFiles, ...entityUpstreams],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Short interest of a US equity, listed or over the counter, twice a month, newest first by default.
      since and until bound the settlement date. The source is FINRA.
      """
      shortInterest(
        ticker: String!
        filter: ArrayFilterInput = {}
        "Returns only settlement dates that FINRA published up to this day, ISO 8601. The figures are those of its last version, not of that day."
        knownOn: String
      ): [ShortInterestRecord!]
    }

    extend type Entity {
      "Short interest of the entity by settlement date, twice a month, newest first by default. The source is FINRA."
      shortInterest(
        filter: ArrayFilterInput
        "Returns only settlement dates that FINRA published up to this day, ISO 8601. The figures are those of its last version, not of that day."
        knownOn: String
      ): [ShortInterestRecord!]
    }

    "Short positions in one security at one settlement date. Shares are not adjusted for later splits."
    type ShortInterestRecord {
      "Settlement date, ISO 8601. FINRA publishes the figures on the seventh business day after it."
      settlementDate: String!
      "Number of shares sold short and not yet bought back at the settlement date."
      sharesShort: Float
      "Days to cover, as FINRA computes them: shares short divided by the average daily volume, and at least 1. Null if there was no volume."
      daysToCover: Float
      "Number of shares short at the previous settlement date."
      previousSharesShort: Float
      "Change of the shares short since the previous settlement date, in percent."
      changePercent: Float
      "Mean of the daily volume in the period, in shares."
      averageDailyVolume: Float
    }
  `,
  fields: {
    'Query.shortInterest': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds(args) {
        boundsOf('shortInterest')(args)
        knownOnBounds(args)
      },
      answeredBy,
      async check({ ticker }, context) {
        await refuseUnknownTickers([String(ticker)], context)
        // `BTC` is a coin unless a fund has this ticker. FINRA would treat it as a share.
        finraSymbol(await yahooSymbol(String(ticker), context))
      },
      resolve: (_parent, args, context) => page(String(args['ticker']), args, context),
    },
    'Entity.shortInterest': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds(args) {
        arrayFilterBounds(args['filter'])
        knownOnBounds(args)
      },
      answeredBy,
      resolve: (parent, args, context) => page((parent as EntityRecord).ticker, args, context),
    },
  },
}

const area = 'short interest'

async function page(
  ticker: string,
  args: Readonly<Record<string, unknown>>,
  connectors: ConnectorContext,
): Promise<Sourced<ShortInterestRecord[]>> {
  const knownOn = knownOnOf(args)
  const context =
    knownOn === undefined ? connectors : { ...connectors, now: () => endOf(knownOn, connectors) }
  const sources: readonly Source<readonly ShortInterestRecord[], Read>[] = [
    { upstream: finraQuery, load: () => loadFromQuery(ticker, context) },
    { upstream: finraFiles, load: () => loadFromFiles(ticker, context) },
  ]
  const { value, provenance, unanswered, revised } = await fromSources(area, sources, context)
  const known = value.filter(
    ({ settlementDate }) => knownOn === undefined || publishedOn(settlementDate) <= knownOn,
  )
  if (known.length === 0)
    throw new FiqError('NOT_FOUND', `FINRA had no short interest of ${ticker} on ${knownOn}.`, {
      facts: ['Argument: knownOn'],
    })
  const filter = arrayFilterOf(args['filter'])
  const found = pageOf(
    { value: known, provenance, ...defined({ unanswered }) },
    filter,
    (row) => row.settlementDate,
  )
  if (knownOn === undefined) return found
  const asOf = found.value.length > 0 ? found.provenance[0]!.asOf : known[0]!.settlementDate
  // The answer for a past day never becomes stale.
  const ofDay = { ...found, provenance: provenance.map((own) => ({ ...own, asOf, stale: false })) }
  const later = found.value.filter(({ settlementDate }) => revised?.has(settlementDate))
  return later.length === 0 ? ofDay : { ...ofDay, warnings: [revisionWarning(later, knownOn)] }
}

type Read = Sourced<readonly ShortInterestRecord[]> & Partial<SettlementsRead>

/** FINRA marks a revised row and states neither its first figures nor the day of the revision. */
function revisionWarning(rows: readonly ShortInterestRecord[], knownOn: string): string {
  const days = rows.map(({ settlementDate }) => settlementDate).join(', ')
  return `FINRA revised the figures of ${days}, on days that it does not state. They may differ from those known on ${knownOn}.`
}

/** The end of a day, or now. Only files published until then are read. */
function endOf(day: string, { now }: ConnectorContext): Date {
  return new Date(Math.min(now().getTime(), Date.parse(`${day}T23:59:59Z`)))
}
