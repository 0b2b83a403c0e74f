import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, SeriesPoint, Sourced } from '../../sources/connector.ts'
import { fredApi, fredGraph, fredOf, loadFredSeries } from '../../sources/fred/fred.ts'
import { fromSources } from '../../sources/sourced.ts'
import {
  inUnit,
  knownCountry,
  type MacroPoint,
  ownSeries,
} from '../../sources/world-bank/country-points.ts'
import { loadIndicator, worldBank } from '../../sources/world-bank/world-bank.ts'

/** Consumer price inflation of a country. */
export const inflation: Connector = {
  area: 'inflation',
  category: 'macro',
  upstreams: [worldBank, fredApi, fredGraph],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Consumer price inflation of a country: change in percent against one year before, newest first.
      country is an ISO 3166 code of three letters. The values are annual, and date is the first day of
      the year. For the United States they are monthly if no source has annual values.
      """
      inflation(country: String!): [MacroPoint!]
    }
  `,
  fields: {
    'Query.inflation': {
      rate: { credits: 1 },
      bounds: boundsOf('inflation'),
      async check(args, context) {
        const country = knownCountry(args['country'])
        if (context.upstreams.mode !== 'live') await load(country.alpha3, context)
      },
      async resolve(_parent, args, context) {
        return load(knownCountry(args['country']).alpha3, context)
      },
    },
  },
}

const unit = 'percent, year over year'
const cacheSeconds = 600

function load(country: string, context: ConnectorContext): Promise<Sourced<MacroPoint[]>> {
  const key = `inflation:cpi:${country}`
  const own = ownSeries(key, unit, context)
  if (own) return Promise.resolve(own)
  return context.cached(key, cacheSeconds, (context) =>
    fromSources(
      'inflation',
      [
        {
          upstream: worldBank,
          load: async () => inUnit(await loadIndicator(country, 'FP.CPI.TOTL.ZG', context), unit),
        },
        {
          upstream: fredOf(context),
          load: async () => (country === 'USA' ? fromIndex(context) : undefined),
        },
      ],
      context,
    ),
  )
}

/** From the index without seasonal adjustment, whose change the Bureau of Labor Statistics publishes. */
async function fromIndex(context: ConnectorContext): Promise<Sourced<MacroPoint[]>> {
  const { value, provenance } = await loadFredSeries('CPIAUCNS', context)
  return inUnit({ value: yearOverYear(value), provenance }, unit)
}

/**
 * Change of a monthly index against the same month of the previous year, in percent with two
 * decimals, as statistical offices publish it. Omits months without both values.
 */
export function yearOverYear(index: readonly SeriesPoint[]): SeriesPoint[] {
  const byMonth = new Map(index.map(({ date, value }) => [date.slice(0, 7), value]))
  return index.flatMap(({ date, value }) => {
    const before = byMonth.get(`${Number(date.slice(0, 4)) - 1}${date.slice(4, 7)}`)
    if (value === null || before == null) return []
    const percent = Math.round(10_000 * (value / before - 1)) / 100
    return Number.isFinite(percent) ? [{ date, value: percent }] : []
  })
}
