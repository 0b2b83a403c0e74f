import { FiqError } from '@fiq/shared/errors'
import { boundsOf } from '../../sources/bounds.ts'
import { companyOf } from '../../sources/company-of.ts'
import type { Connector, ConnectorContext, Sourced } from '../../sources/connector.ts'
import { listField } from '../../sources/list-field.ts'
import { firstSource } from '../../sources/sourced.ts'
import { type CommitteeFilter, type CommitteeRecord, cycleEnd } from './committee-record.ts'
import { loadCompanyCommittees, loadFromBulk } from './fec-bulk.ts'
import { fecBulk } from './fec-cycle.ts'
import { loadFromOpenFec, openFec } from './open-fec.ts'

/** Campaign committees and their receipts, by name; for a company, its own committees. */
export const campaignFinance: Connector = {
  area: 'campaign-finance',
  category: 'regulatory',
  upstreams: [openFec, fecBulk],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Campaign committees registered with the US Federal Election Commission (FEC), newest cycle first,
      found by the name of a candidate, committee or sponsor. Each word of name must be the beginning of
      a word of the record.
      """
      campaignFinance(
        name: String!
        filter: CampaignFinanceFilterInput = {}
      ): [CampaignFinanceRecord!]
    }

    extend type Regulatory {
      """
      Political action committees whose connected organisation is the company, newest cycle first.
      Committees of subsidiaries with other names are not included. Empty, with a warning, if there are
      none.
      """
      campaignFinance(filter: CampaignFinanceFilterInput = {}): [CampaignFinanceRecord!]
    }

    "Bounds, order and page by cycle, and conditions on the committees. A condition excludes records that do not state the value."
    input CampaignFinanceFilterInput {
      "Maximum number of items, 1 to 500."
      limit: Int = 20
      "Number of items to skip after sorting."
      offset: Int = 0
      "Order by cycle: DESC is newest first, ASC is oldest first."
      sort: String = "DESC"
      "Earliest last day of the cycle, inclusive. ISO 8601 date or date-time."
      since: String
      "Latest last day of the cycle, inclusive. ISO 8601 date or date-time."
      until: String
      "Two-year election cycle, named by its even year: 2026 is 2025 and 2026."
      cycle: Int
      "Party, as the FEC abbreviates it (DEM, REP, LIB), or its full name."
      party: String
      "US state, two letters."
      state: String
      "Minimum of totalRaised, USD."
      minRaised: Float
      "Committee type, one letter of the FEC: H House, S Senate, P President, Q and N PACs, O super PACs, X and Y parties."
      committeeType: String
    }

    "One committee in one election cycle."
    type CampaignFinanceRecord {
      "Name of the committee as registered, or of the candidate if the source has no committee."
      committeeName: String!
      "Two-year election cycle, named by its even year: 2026 is 2025 and 2026."
      cycle: Int
      "Party, as the source writes it. Null if the source states none."
      party: String
      "US state, two letters."
      state: String
      "Total receipts of the committee in the cycle, USD. Null if not reported."
      totalRaised: Float
      "FEC identifier of the committee, e.g. C00577130. Null if the source has no committee."
      committeeId: String
      "Committee type, one letter of the FEC, e.g. H House, S Senate, P President."
      committeeType: String
      "Candidate of the committee, family name first. Null if there is none."
      candidateName: String
      "FEC identifier of the candidate, e.g. S4AZ00139. A candidate for two offices has two identifiers."
      candidateId: String
      """
      Other FEC identifiers of the candidate under which the FEC lists the same receipts again in the
      cycle. Count these receipts only once.
      """
      repeatedAs: [String!]!
      "Last day that totalRaised covers, ISO 8601. Null if not reported."
      coverageEnd: String
    }
  `,
  fields: {
    'Query.campaignFinance': listField<CommitteeRecord>({
      credits: 2,
      bounds: (args) => {
        boundsOf('campaignFinance')(args)
        evenCycle(args)
      },
      load: (_parent, args, _filter, context) => load(String(args['name']), args, context),
      dateOf: cycleEnd,
      statedOn: ({ coverageEnd }) => coverageEnd,
    }),
    'Regulatory.campaignFinance': listField<CommitteeRecord>({
      credits: 2,
      sources: [fecBulk],
      bounds: evenCycle,
      load: async (parent, args, _filter, context) =>
        largestFirst(
          await loadCompanyCommittees(companyOf(parent).name, committeeFilterOf(args), context),
        ),
      dateOf: cycleEnd,
      statedOn: ({ coverageEnd }) => coverageEnd,
    }),
  },
}

async function load(
  name: string,
  args: Readonly<Record<string, unknown>>,
  context: ConnectorContext,
) {
  const filter = committeeFilterOf(args)
  const found = await firstSource('campaign finance', [
    async () => (context.enabled(openFec) ? loadFromOpenFec(name, filter, context) : undefined),
    async () => (context.enabled(fecBulk) ? loadFromBulk(name, filter, context) : undefined),
  ])
  return largestFirst(found)
}

/** Orders the committees of each cycle by receipts, largest first. */
function largestFirst<found extends Sourced<readonly CommitteeRecord[]>>(found: found) {
  const value = found.value.toSorted((a, b) => (b.totalRaised ?? 0) - (a.totalRaised ?? 0))
  return { ...found, value }
}

function committeeFilterOf(args: Readonly<Record<string, unknown>>): CommitteeFilter {
  return (args['filter'] ?? {}) as CommitteeFilter
}

function evenCycle(args: Readonly<Record<string, unknown>>): void {
  const { cycle } = committeeFilterOf(args)
  if (cycle == null || (cycle % 2 === 0 && cycle >= 1976 && cycle <= 2100)) return
  throw new FiqError('BAD_INPUT', 'filter.cycle must be an even year from 1976 to 2100.', {
    facts: ['Argument: filter.cycle', `Given: ${cycle}`],
  })
}
