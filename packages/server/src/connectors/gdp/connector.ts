import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, Sourced } from '../../sources/connector.ts'
import { fredApi, fredGraph, fredOf, loadFredSeries } from '../../sources/fred/fred.ts'
import { fromSources, type Source } from '../../sources/sourced.ts'
import {
  inUnit,
  knownCountry,
  type MacroPoint,
  ownSeries,
} from '../../sources/world-bank/country-points.ts'
import { loadIndicator, worldBank } from '../../sources/world-bank/world-bank.ts'
import { imfOutlook, loadOutlook } from './imf-outlook.ts'

/** Gross domestic product of a country. */
export const gdp: Connector = {
  area: 'gdp',
  category: 'macro',
  upstreams: [worldBank, fredApi, fredGraph, imfOutlook],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Gross domestic product of a country, newest first. country is an ISO 3166 code of three letters.
      type is real (constant prices), nominal (current prices) or forecast (growth of real GDP in
      percent, including future years). The unit of each point states currency, prices and adjustment.
      date is the first day of the year, or of the quarter if the source has quarters.
      """
      gdp(country: String!, type: String = "real"): [MacroPoint!]
    }
  `,
  fields: {
    'Query.gdp': {
      rate: { credits: 1 },
      bounds: boundsOf('gdp'),
      async check(args, context) {
        const country = knownCountry(args['country'])
        const type = typeOf(args)
        // A live check takes a request, so check only sources that may lack the country.
        if (context.upstreams.mode !== 'live' || type === 'forecast')
          await load(country.alpha3, type, context)
      },
      async resolve(_parent, args, context) {
        return load(knownCountry(args['country']).alpha3, typeOf(args), context)
      },
    },
  },
}

type GdpType = keyof typeof measures

/** Sources by type of GDP. The United States has a second source. */
const measures = {
  real: {
    unit: 'constant USD',
    indicator: 'NY.GDP.MKTP.KD',
    fred: { id: 'GDPC1', unit: 'billions of chained USD, seasonally adjusted annual rate' },
  },
  nominal: {
    unit: 'current USD',
    indicator: 'NY.GDP.MKTP.CD',
    fred: { id: 'GDP', unit: 'billions of USD, seasonally adjusted annual rate' },
  },
  forecast: { unit: 'percent, growth of real GDP' },
} as const

const cacheSeconds = 600

function load(
  country: string,
  type: GdpType,
  context: ConnectorContext,
): Promise<Sourced<MacroPoint[]>> {
  const key = `gdp:${type}:${country}`
  const own = ownSeries(key, measures[type].unit, context)
  if (own) return Promise.resolve(own)
  return context.cached(key, cacheSeconds, (context) => fetchGdp(country, type, context))
}

function fetchGdp(country: string, type: GdpType, context: ConnectorContext) {
  if (type === 'forecast') return fromSources('GDP forecasts', [forecastOf(country)], context)
  const { indicator, unit, fred } = measures[type]
  const fromBank = async () => {
    const found = await loadIndicator(country, indicator, context)
    // The Bank moves the base year every few years.
    return inUnit(found, unit.replace('constant', `constant ${found.baseYear ?? ''}`.trim()))
  }
  const fromFred = async () => {
    if (country !== 'USA') return undefined
    const found = await loadFredSeries(fred.id, context)
    const [, baseYear] = /Chained (\d{4}) Dollars/.exec(found.unit ?? '') ?? []
    return inUnit(found, fred.unit.replace('chained', `chained ${baseYear ?? ''}`.trim()))
  }
  const sources = [
    { upstream: worldBank, load: fromBank },
    { upstream: fredOf(context), load: fromFred },
  ]
  return fromSources('GDP', sources, context)
}

const forecastOf = (country: string): Source<MacroPoint[]> => ({
  upstream: imfOutlook,
  load: async (context) => inUnit(await loadOutlook(country, context), measures.forecast.unit),
})

function typeOf({ type }: Readonly<Record<string, unknown>>): GdpType {
  return (type ?? 'real') as GdpType
}
