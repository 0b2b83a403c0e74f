import { FiqError } from '@fiq/shared/errors'
import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import { batchLoads } from '../../sources/batch-loads.ts'
import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, Provenance } from '../../sources/connector.ts'
import { entityUpstreams } from '../../sources/entities/sec-tickers.ts'
import { refuseUnknownTickers } from '../../sources/entities/unknown-tickers.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { heldTickers } from '../../sources/held-tickers.ts'
import { marketSymbol } from '../../sources/symbols/market-symbol.ts'
import { loadQuotes, refuseWithoutSources } from './load-quotes.ts'
import { quoteSources } from './quote-sources.ts'

/** The common fields of `Quote` and `Market`. */
const priceFields = /* GraphQL */ `
      "Last regular price in currency, or points of an index."
      price: Float
      "Price minus previous close, same unit."
      change: Float
      "Change in percent of the previous close."
      changePercent: Float
      "Shares or coins traded in the session."
      volume: Float
      "Market capitalization in currency; null for indices and where no source has it."
      marketCap: Float
      "Close of the previous session, same unit as price."
      previousClose: Float
      "First price of the session, same unit as price."
      open: Float
      "Lowest price of the session so far."
      dayLow: Float
      "Highest price of the session so far."
      dayHigh: Float
      "Lowest price of the last 52 weeks; null where the source states none."
      low52w: Float
      "Highest price of the last 52 weeks; null where the source states none."
      high52w: Float
      """
      Currency of the prices, ISO 4217; GBp, ZAc and ILA are hundredths: pence, cents, agorot. Null
      for an index, whose prices are points, and where the source does not say.
      """
      currency: String
      "When the price was made, ISO 8601: an instant, or the day of a daily bar."
      asOf: String
      "PREPRE, PRE, REGULAR, POST, POSTPOST or CLOSED; null for the price of a daily bar."
      marketState: String
`

const answeredBy = quoteSources.map(({ upstream }) => upstream)
const ofEntities = quoteSources
  .filter(({ covers }) => ['AAPL', '^GSPC', 'BTC-USD'].some(covers))
  .map(({ upstream }) => upstream)

/** Last prices of equities, indices and crypto, and the market data of an entity. */
export const quotes: Connector = {
  area: 'quotes',
  category: 'market',
  upstreams: [...answeredBy, ...entityUpstreams],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Last prices of 1 to 100 tickers, in the requested order: equities, indices with a ^ prefix,
      crypto symbols, pairs of currencies (EURUSD=X), futures (GC=F) and listings abroad by the
      suffix of their exchange (VOD.L). A ticker without a price has a problem in its row and an error beside the
      data; each row is priced, and the share of a row that failed at the server is given back as
      credits. Null with an error when no source has any of them.
      """
      quotes(tickers: [String!]!): [Quote!]
    }

    extend type Entity {
      "Last price, change and size."
      market: Market
    }

    "Last price of one ticker. Without a price, all fields except ticker and problem are null."
    type Quote {
      "The requested ticker, as written in the request."
      ticker: String!
      "Name, as the source writes it, else the directory of companies; null where neither has it."
      name: String
      "Exchange of the listing, as the source writes it; null where it states none."
      exchange: String
      ${priceFields}
      "Error code and message if there is no price."
      problem: String
    }

    "Last price of an entity."
    type Market {
      ${priceFields}
    }
  `,
  fields: {
    'Query.quotes': {
      isPrice: true,
      answeredBy,
      readsBars: true,
      rate: { credits: 1, timesOf: 'tickers' },
      bounds: boundsOf('quotes'),
      async check({ tickers }, context) {
        await refuseUnknownTickers(tickers as readonly string[], context, { hasPrice: true })
        refuseUnheld(tickers as readonly string[], context)
        await refuseWithoutSource(tickers as readonly string[], context)
        // The sandbox knows without a request which currencies, futures and foreign listings it
        // has.
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
      readsBars: true,
      rate: { credits: 1 },
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
  const held = heldTickers(context.files)
  if (held.size > 0 && tickers.some((ticker) => held.has(normalTicker(ticker)))) return
  await refuseWithoutSources(tickers, context)
}

/**
 * Refuses, before payment, a query whose tickers have no price in a mirror: listed companies
 * without imported bars.
 */
function refuseUnheld(tickers: readonly string[], { files, upstreams }: ConnectorContext): void {
  if (upstreams.mode !== 'mirror') return
  const held = heldTickers(files)
  if (held.size === 0) return
  const unheld = tickers.filter((ticker) => !held.has(normalTicker(ticker)))
  if (unheld.length < tickers.length) return
  throw new FiqError(
    'NOT_FOUND',
    `The mirror holds no prices of ${unheld.slice(0, 10).join(', ')}.`,
    {
      facts: [`Tickers held: ${held.size}`],
      remedy: 'Leave them out, or ask the operator to import their bars.',
    },
  )
}
