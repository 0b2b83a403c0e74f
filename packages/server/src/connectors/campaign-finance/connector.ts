import { filterLimitMax } from '../array-filter.ts'
import { boundsOf } from '../bounds.ts'
import type { Connector } from '../connector.ts'
import { notConfigured } from '../not-configured.ts'

/** Campaign committees and what they raised. No source yet. */
export const campaignFinance: Connector = {
  area: 'campaign-finance',
  category: 'regulatory',
  upstreams: [],
  sdl: /* GraphQL */ `
    extend type Query {
      "Campaign committees by name and what they raised, newest cycle first."
      campaignFinance(
        name: String!
        filter: CampaignFinanceFilterInput = {}
      ): [CampaignFinanceRecord!]
    }

    "ArrayFilterInput and the election cycle."
    input CampaignFinanceFilterInput {
      "Most items returned, 1 to 500."
      limit: Int = 20
      "Items skipped after sorting."
      offset: Int = 0
      "ASC or DESC over the cycle; DESC is newest first."
      sort: String = "DESC"
      "Inclusive lower bound, ISO 8601 date or date-time."
      since: String
      "Inclusive upper bound, ISO 8601 date or date-time."
      until: String
      "Two-year election cycle, an even year."
      cycle: Int
    }

    "One committee in one election cycle."
    type CampaignFinanceRecord {
      "Name of the committee as registered."
      committeeName: String!
      "Two-year election cycle, an even year."
      cycle: Int
      "Party, where the committee has one."
      party: String
      "State, two letters."
      state: String
      "Total receipts in the cycle, USD."
      totalRaised: Float
    }
  `,
  fields: {
    'Query.campaignFinance': notConfigured('campaign finance', {
      rate: { credits: 2, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds: boundsOf('campaignFinance'),
    }),
  },
}
