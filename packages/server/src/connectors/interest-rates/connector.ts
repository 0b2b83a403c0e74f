import { FiqError } from '@fiq/shared/errors'
import type { Country } from '@fiq/shared/spelling/countries'
import { boundsOf } from '../../sources/bounds.ts'
import type {
  Connector,
  ConnectorContext,
  ConnectorField,
  Sourced,
} from '../../sources/connector.ts'
import { fredApi, fredGraph, loadFredSeries } from '../../sources/fred/fred.ts'
import { fromSources, type Source } from '../../sources/sourced.ts'
import {
  inUnit,
  knownCountry,
  type MacroPoint,
  ownSeries,
} from '../../sources/world-bank/country-points.ts'
import {
  bisPolicyRates,
  ecb,
  euroMembers,
  loadBisRate,
  loadEcbRate,
  loadOecdRate,
  monthEnds,
  oecdIndicators,
} from './rate-sources.ts'

/** Policy and interbank rates of a country. */
export const interestRates: Connector = {
  area: 'interest-rates',
  category: 'macro',
  upstreams: [fredApi, fredGraph, ecb, oecdIndicators, bisPolicyRates],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Short-term interest rate of a country, in percent per year, monthly, newest first. It is the
      federal funds rate, or the ECB deposit facility rate for the euro area and its members, since they
      have the euro; for other
      countries the interbank rate, or else the policy rate. The unit of each point names the rate, and states whether
      it is the mean or the end of the month. date is the first day of the month. country is an ISO 3166
      code of three letters.
      """
      interestRates(country: String!): [MacroPoint!]

      """
      Policy rate of the central bank of a country at the end of each month, in percent per year, newest
      first. date is the first day of the month. Members of the euro area have the rate of the ECB, since
      they have the euro.
      """
      policyRates("ISO 3166 code of the country, three letters." country: String!): [MacroPoint!]
    }
  `,
  fields: {
    'Query.interestRates': rateField('rates', rateSources),
    'Query.policyRates': {
      ...rateField('policy', policySources),
      sources: [fredApi, fredGraph, ecb, bisPolicyRates],
    },
  },
}

type Sources = (country: Country, context: ConnectorContext) => readonly Source<MacroPoint[]>[]

const cacheSeconds = 600
const units = {
  effr: 'percent a year, effective federal funds rate, mean of the month',
  target: 'percent a year, upper limit of the federal funds target',
  ecb: "percent a year, ECB deposit facility rate at the month's end",
  overnight: 'percent a year, overnight interbank rate, mean of the month',
  interbank: 'percent a year, three-month interbank rate, mean of the month',
  bis: "percent a year, policy rate at the month's end",
} as const

function rateSources(country: Country): readonly Source<MacroPoint[]>[] {
  const { alpha3 } = country
  return [
    ...(alpha3 === 'USA' ? [fred('FEDFUNDS', units.effr)] : []),
    ...(euroMembers.has(alpha3) ? [ecbRate(country)] : []),
    {
      upstream: oecdIndicators,
      load: async (context) =>
        inUnit(await loadOecdRate(country, 'IRSTCI', context), units.overnight),
    },
    {
      upstream: oecdIndicators,
      load: async (context) =>
        inUnit(await loadOecdRate(country, 'IR3TIB', context), units.interbank),
    },
    bisRate(country),
  ]
}

function policySources(country: Country): readonly Source<MacroPoint[]>[] {
  const { alpha3 } = country
  return [
    ...(alpha3 === 'USA' ? [fred('DFEDTARU', units.target)] : []),
    ...(euroMembers.has(alpha3) ? [ecbRate(country)] : []),
    bisRate(country),
  ]
}

function ecbRate(country: Country): Source<MacroPoint[]> {
  return {
    upstream: ecb,
    load: async (context) => inUnit(await loadEcbRate(country, context), units.ecb),
  }
}

function fred(seriesId: string, unit: string): Source<MacroPoint[]> {
  return {
    upstream: fredGraph,
    async load(context) {
      const { value, provenance } = await loadFredSeries(seriesId, context)
      return inUnit({ value: monthEnds(value), provenance }, unit)
    },
  }
}

function bisRate(country: Country): Source<MacroPoint[]> {
  return {
    upstream: bisPolicyRates,
    async load(context) {
      const rate = await loadBisRate(country, context)
      return rate && inUnit(rate, units.bis)
    },
  }
}

/** @throws FiqError `NOT_FOUND` for a group of countries other than the euro area. */
function refuseGroup(country: Country): void {
  if (country.alpha2 !== undefined || euroMembers.has(country.alpha3)) return
  throw new FiqError('NOT_FOUND', `${country.name} (${country.alpha3}) has no rate of its own.`, {
    facts: ['Argument: country'],
    remedy: 'Query a single country, or EMU, the euro area.',
  })
}

/** A field that takes a country and returns monthly points. Imported series take precedence. */
function rateField(kind: 'rates' | 'policy', sourcesOf: Sources): ConnectorField {
  const begin = (code: unknown, context: ConnectorContext) => {
    const country = knownCountry(code)
    const key = `interest:${kind}:${country.alpha3}`
    const own = ownSeries(key, 'percent a year', context)
    if (!own) refuseGroup(country)
    return { country, key, own }
  }
  const load = async (code: unknown, context: ConnectorContext): Promise<Sourced<MacroPoint[]>> => {
    const { country, key, own } = begin(code, context)
    if (own) return own
    return context.cached(key, cacheSeconds, (context) =>
      fromSources('interest rates', sourcesOf(country, context), context),
    )
  }
  return {
    rate: { credits: 1 },
    bounds: boundsOf('interestRates'),
    async check({ country }, context) {
      begin(country, context)
      // A live check takes a request, so check only where a public source is unlikely.
      if (context.upstreams.mode !== 'live' || kind === 'policy') await load(country, context)
    },
    resolve: (_parent, { country }, context) => load(country, context),
  }
}
