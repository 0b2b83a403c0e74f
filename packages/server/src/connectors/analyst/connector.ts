import { companyOf } from '../../sources/company-of.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import { entityUpstreams } from '../../sources/entities/sec-tickers.ts'
import { fromSources, type Source } from '../../sources/sourced.ts'
import type { AnalystView } from './analyst-view.ts'
import { finnhubAnalyst, loadFinnhubView } from './finnhub-analyst.ts'
import { loadYahooView, yahooAnalyst } from './yahoo-analyst.ts'

const area = 'analysts'

/** Targets and recommendations of analysts for a company. */
export const analyst: Connector = {
  area: 'analyst',
  category: 'market',
  upstreams: [finnhubAnalyst, yahooAnalyst, ...entityUpstreams],
  sdl: /* GraphQL */ `
    extend type Entity {
      "Consensus of analysts: price targets and recommendation."
      analyst: AnalystConsensus
    }

    "Opinions of analysts on one company. They are not advice. A value is null if the source does not state it."
    type AnalystConsensus {
      "Currency of the price targets, ISO 4217. Null if the source does not state it."
      currency: String
      "Mean of the price targets, in currency."
      priceTarget: Float
      "Consensus recommendation: strong_buy, buy, hold, underperform or sell."
      recommendation: String
      "Highest price target, in currency."
      priceTargetHigh: Float
      "Lowest price target, in currency."
      priceTargetLow: Float
      "Median of the price targets, in currency."
      priceTargetMedian: Float
      "Number of analysts that the source counts. It can differ from the sum of the ratings."
      analysts: Int
      "Number of analysts with the rating strong buy."
      strongBuy: Int
      "Number of analysts with the rating buy."
      buy: Int
      "Number of analysts with the rating hold."
      hold: Int
      "Number of analysts with the rating sell."
      sell: Int
      "Number of analysts with the rating strong sell."
      strongSell: Int
    }
  `,
  fields: {
    'Entity.analyst': {
      rate: { credits: 1 },
      answeredBy: [finnhubAnalyst, yahooAnalyst],
      area,
      resolve: (parent, _args, context) => load(companyOf(parent).ticker, context),
    },
  },
}

const cacheSeconds = 3_600

function load(ticker: string, context: ConnectorContext) {
  return context.cached(`analyst:${ticker}`, cacheSeconds, (context) => {
    const sources: readonly Source<AnalystView>[] = [
      { upstream: finnhubAnalyst, load: () => loadFinnhubView(ticker, context) },
      { upstream: yahooAnalyst, load: () => loadYahooView(ticker, context) },
    ]
    return fromSources(area, sources, context)
  })
}
