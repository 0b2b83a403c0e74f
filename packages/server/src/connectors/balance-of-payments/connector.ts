import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, Sourced } from '../../sources/connector.ts'
import { fromSources } from '../../sources/sourced.ts'
import {
  inUnit,
  knownCountry,
  type MacroPoint,
  ownSeries,
} from '../../sources/world-bank/country-points.ts'
import { type Indicator, loadIndicator, worldBank } from '../../sources/world-bank/world-bank.ts'

/** Balances of a country with the rest of the world. */
export const balanceOfPayments: Connector = {
  area: 'balance-of-payments',
  category: 'macro',
  upstreams: [worldBank],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      A balance of a country with the rest of the world, annual, newest first, in US dollars at current
      prices. A negative value is a deficit. date is the first day of the year.
      """
      balanceOfPayments(
        "ISO 3166 code of the country, three letters."
        country: String!
        "Balance to return."
        balance: Balance = CURRENT_ACCOUNT
      ): [MacroPoint!]
    }

    "A balance of the balance of payments."
    enum Balance {
      "Goods, services, primary and secondary income."
      CURRENT_ACCOUNT
      "Exports minus imports of goods and services."
      GOODS_AND_SERVICES
      "Direct investment abroad minus foreign direct investment in the country."
      DIRECT_INVESTMENT
    }
  `,
  fields: {
    'Query.balanceOfPayments': {
      rate: { credits: 1 },
      // This tool takes only a country, so its bounds are those of the country.
      bounds: boundsOf('inflation'),
      async check(args, context) {
        knownCountry(args['country'])
        if (context.upstreams.mode !== 'live') await load(args, context)
      },
      resolve: (_parent, args, context) => load(args, context),
    },
  },
}

const indicators: Readonly<Record<string, Indicator>> = {
  CURRENT_ACCOUNT: 'BN.CAB.XOKA.CD',
  GOODS_AND_SERVICES: 'BN.GSR.GNFS.CD',
  DIRECT_INVESTMENT: 'BN.KLT.DINV.CD',
}
const unit = 'current USD'
const cacheSeconds = 600

function load(
  args: Readonly<Record<string, unknown>>,
  context: ConnectorContext,
): Promise<Sourced<MacroPoint[]>> {
  const { alpha3 } = knownCountry(args['country'])
  const balance = String(args['balance'] ?? 'CURRENT_ACCOUNT')
  const key = `balance:${balance}:${alpha3}`
  const own = ownSeries(key, unit, context)
  if (own) return Promise.resolve(own)
  return context.cached(key, cacheSeconds, (context) => {
    const loadOne = async () =>
      inUnit(await loadIndicator(alpha3, indicators[balance]!, context), unit)
    return fromSources('the balance of payments', [{ upstream: worldBank, load: loadOne }], context)
  })
}
