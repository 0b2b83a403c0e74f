import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, SeriesPoint, Sourced } from '../../sources/connector.ts'
import { fromSources, refuseWhenOff, type Source } from '../../sources/sourced.ts'
import { loadMultpl, multpl } from './multpl.ts'
import { loadShiller, shiller } from './shiller.ts'

/** Valuation of the large-cap US equity index. */
export const sp500Multiples: Connector = {
  area: 'sp500-multiples',
  category: 'market',
  upstreams: [shiller, multpl],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Valuation multiples of the large-cap US stock index, newest first. series is one of pe-ratio,
      pe-ratio-ttm, shiller-pe, price-to-book, price-to-sales, dividend-yield and earnings-yield.
      Earnings are those of the last twelve months, so pe-ratio and pe-ratio-ttm are equal. shiller-pe
      divides by the mean of ten years of inflation-adjusted earnings. price-to-book and price-to-sales
      are quarterly, the others monthly.
      """
      sp500Multiples(series: String!): [MultiplePoint!]
    }

    "One value of a multiple."
    type MultiplePoint {
      "Day of the value, or first day of its period, ISO 8601."
      date: String!
      "Ratio; for dividend-yield and earnings-yield, percent."
      value: Float
    }
  `,
  fields: {
    'Query.sp500Multiples': {
      rate: { credits: 1 },
      bounds: boundsOf('sp500Multiples'),
      async check({ series }, context) {
        if (quarterly.has(String(series))) refuseWhenOff(area, [multpl], context)
        if (context.upstreams.mode !== 'live') await load(String(series), context)
      },
      resolve: (_parent, { series }, context) => load(String(series), context),
    },
  },
}

const area = 'S&P 500 multiples'
/** Multiples that the public table lacks. */
const quarterly: ReadonlySet<string> = new Set(['price-to-book', 'price-to-sales'])
const cacheSeconds = 3_600

function load(series: string, context: ConnectorContext): Promise<Sourced<readonly SeriesPoint[]>> {
  const sources: readonly Source<readonly SeriesPoint[]>[] = quarterly.has(series)
    ? [{ upstream: multpl, load: () => loadMultpl(series, context) }]
    : [
        { upstream: shiller, load: () => freshShiller(series, context) },
        { upstream: multpl, load: () => loadMultpl(series, context) },
        { upstream: shiller, load: () => loadShiller(series, context) },
      ]
  return context.cached(`multiples:${series}`, cacheSeconds, (context) =>
    fromSources(area, sources, context),
  )
}

/** Loads the public table; `undefined` if it is stale, so that the other source is tried. */
async function freshShiller(series: string, context: ConnectorContext) {
  const loaded = await loadShiller(series, context)
  return loaded?.provenance.some(({ stale }) => stale) ? undefined : loaded
}
