import { FiqError } from '@fiq/shared/errors'
import { orNames } from '@fiq/shared/spelling/name-list'
import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import { batchLoads } from '../../sources/batch-loads.ts'
import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, Provenance } from '../../sources/connector.ts'
import { entityUpstreams } from '../../sources/entities/sec-tickers.ts'
import { refuseUnknownTickers } from '../../sources/entities/unknown-tickers.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { importedTickers } from '../../sources/imported-tickers.ts'
import { marketSymbol } from '../../sources/symbols/market-symbol.ts'
import { loadQuotes, refuseWithoutSources } from './load-quotes.ts'
import { quoteSources } from './quote-sources.ts'

/** The common fields of `Quote` and `Market`. */
const priceFields = /* GraphQL */ `
      "Last price of a regular session, in currency; for an index, in points."
      price: Float
      "Price minus previousClose, in the unit of price. Null without a previous close."
      change: Float
      "Change in percent of previousClose: 1.5 is 1.5 percent. Null without a previous close."
      changePercent: Float
      "Number of shares or coins traded in the session. Null if the source states none."
      volume: Float
      "Market capitalization, in whole units of the currency: in GBP where the prices are in GBp. Null for an index, and if the source has none."
      marketCap: Float
      "Close of the previous regular session, in the unit of price."
      previousClose: Float
      "First price of the session, in the unit of price."
      open: Float
      "Lowest price of the session so far, in the unit of price."
      dayLow: Float
      "Highest price of the session so far, in the unit of price."
      dayHigh: Float
      "Lowest price of the last 52 weeks, in the unit of price. Null if the source states none."
      low52w: Float
      "Highest price of the last 52 weeks, in the unit of price. Null if the source states none."
      high52w: Float
      """
      Currency of the prices, ISO 4217. GBp (pence), ZAc (cents), ILA (agorot) and USX (cents) are
      hundredths of GBP, ZAR, ILS and USD. Null for an index, which is in points, and if the source
      does not state it.
      """
      currency: String
      "Time of the price, ISO 8601: a date-time with its offset, or only the day if the price is the close of a daily bar."
      asOf: String
      "Session of the market: PREPRE and POSTPOST (night), PRE, REGULAR, POST or CLOSED. Null if the price is the close of a daily bar, or the source does not state it."
      marketState: String
      "Last price before or after the regular session, in the unit of price. Null within the session, and if the source states none."
      extendedPrice: Float
      "Change of extendedPrice in percent of price."
      extendedChangePercent: Float
      "Time of extendedPrice, ISO 8601."
      extendedAsOf: String
`

const sourcesOf = (...symbols: readonly string[]) =>
  quoteSources.filter(({ covers }) => symbols.some(covers)).map(({ upstream }) => upstream)
const answeredBy = quoteSources.map(({ upstream }) => upstream)
const ofEntities = sourcesOf('AAPL', '^GSPC', 'BTC-USD')
const ofShares = sourcesOf('AAPL')

/** Last prices of equities, indices and crypto, and the market data of an entity. */
export const quotes: Connector = {
  area: 'quotes',
  category: 'market',
  upstreams: [...answeredBy, ...entityUpstreams],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Last prices of 1 to 100 tickers, one row for each in the requested order. Tickers are equities,
      indices (^GSPC), crypto assets (BTC-USD), currency pairs (EURUSD=X), futures (GC=F) and foreign
      listings with the suffix of their exchange (VOD.L). A ticker without a price has its problem in
      the row, and an error in errors. Each ticker costs a credit. If a row fails because of a source
      or this server, its share is refunded as credits. Null, with an error, if no ticker has a price.
      """
      quotes(tickers: [String!]!): [Quote!]
    }

    extend type Entity {
      "Last price, change, volume and market capitalization of the entity."
      market: Market
    }

    "Last price of one ticker. Prices are not adjusted for dividends. Without a price, all fields except ticker and problem are null."
    type Quote {
      "The requested ticker, as written in the request."
      ticker: String!
      "Name as the source writes it, or else from the directory of companies. Null if neither has it."
      name: String
      "Exchange of the listing, as the source writes it. Null if it states none."
      exchange: String
      ${priceFields}
      "Error code and message. Null if the row has a price."
      problem: String
    }

    "Last price of an entity. Prices are not adjusted for dividends."
    type Market {
      ${priceFields}
    }
  `,
  fields: {
    'Query.quotes': {
      isPrice: true,
      answeredBy,
      ofShares,
      readsBars: true,
      rate: { credits: 1, timesOf: 'tickers' },
      bounds: boundsOf('quotes'),
      async check({ tickers }, context) {
        await refuseUnknownTickers(tickers as readonly string[], context, { hasPrice: true })
        refuseUnheld(tickers as readonly string[], context)
        await refuseWithoutSource(tickers as readonly string[], context)
        // The sandbox needs no request to find a currency, a future or a foreign listing.
        if (context.upstreams.mode === 'sandbox' && (tickers as string[]).every(marketSymbol))
          await loadQuotes(tickers as readonly string[], context)
      },
      resolve: (_parent, { tickers }, context) => loadQuotes(tickers as readonly string[], context),
    },
    'Entity.market': {
      isPrice: true,
      // An entity is never a currency pair.
      sources: [...ofEntities, ...entityUpstreams],
      answeredBy: ofEntities,
      ofShares,
      readsBars: true,
      rate: { credits: 1 },
      checkOf: (tickers, _args, context) => refuseWithoutSource(tickers, context),
      async resolve(parent, _args, context) {
        const load = await context.cached('quotes:together', Infinity, async () =>
          batchLoads(tickersMax, quotesByTicker),
        )
        const { ticker } = parent as EntityRecord
        const quote = await load(ticker, context)
        if (quote === undefined || quote.value.price === null)
          throw quote?.error ?? new FiqError('NOT_FOUND', `No source has a price for ${ticker}.`)
        const { value, provenance } = quote
        return { value, provenance }
      },
    },
  },
}

/** Maximum tickers in one request to an upstream. */
const tickersMax = 100

async function quotesByTicker(tickers: readonly string[], context: ConnectorContext) {
  const { value, provenance, failed = [] } = await loadQuotes(tickers, context)
  const errors = new Map(failed.map(({ at, error }) => [at, error]))
  const cited = tickers.length > 1 ? provenance.map(withoutQuery) : provenance
  return new Map(
    value.map((row, at) => [row.ticker, { value: row, provenance: cited, error: errors.get(at) }]),
  )
}

/**
 * Removes the query of the address: one request may serve several callers, and its query names the
 * tickers of all.
 */
function withoutQuery(provenance: Provenance): Provenance {
  return { ...provenance, sourceUrl: provenance.sourceUrl.replace(/\?.*$/s, '') }
}

/** Without live quotes, only tickers with imported bars have prices. */
async function refuseWithoutSource(
  tickers: readonly string[],
  context: ConnectorContext,
): Promise<void> {
  const imported = importedTickers(context.files)
  if (imported.size > 0 && tickers.some((ticker) => imported.has(normalTicker(ticker)))) return
  await refuseWithoutSources(tickers, context)
}

/**
 * Refuses, before payment, a query whose tickers have no price in a mirror: listed companies
 * without imported bars.
 */
function refuseUnheld(tickers: readonly string[], { files, upstreams }: ConnectorContext): void {
  if (upstreams.mode !== 'mirror') return
  const imported = importedTickers(files)
  if (imported.size === 0) return
  const unheld = tickers.filter((ticker) => !imported.has(normalTicker(ticker)))
  if (unheld.length < tickers.length) return
  throw new FiqError('NOT_FOUND', `The mirror holds no prices of ${orNames(unheld, 10)}.`, {
    facts: [`Tickers held: ${imported.size}`],
    remedy: 'Leave them out, or ask the operator to import their bars.',
  })
}
