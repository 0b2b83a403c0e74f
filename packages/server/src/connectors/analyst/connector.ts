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
      "Consensus of analysts: target and recommendation."
      analyst: AnalystConsensus
    }

    "What analysts say about one company. Opinions of others, not advice."
    type AnalystConsensus {
      "Mean target, in the currency of the price."
      priceTarget: Float
      "strong_buy, buy, hold, underperform or sell."
      recommendation: String
      "Highest target, in the currency of the price."
      priceTargetHigh: Float
      "Lowest target, in the currency of the price."
      priceTargetLow: Float
      "Median target, in the currency of the price."
      priceTargetMedian: Float
      "Analysts counted."
      analysts: Int
      "Analysts who say strong buy."
      strongBuy: Int
      "Analysts who say buy."
      buy: Int
      "Analysts who say hold."
      hold: Int
      "Analysts who say sell."
      sell: Int
      "Analysts who say strong sell."
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
