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
      Campaign committees by the name of a candidate, committee or sponsor, newest cycle first. Every
      word of the name must begin a word of the record's.
      """
      campaignFinance(
        name: String!
        filter: CampaignFinanceFilterInput = {}
      ): [CampaignFinanceRecord!]
    }

    extend type Regulatory {
      """
      Committees that the company has registered as their connected organisation, newest cycle
      first: its political action committees. Those of subsidiaries with other names are not among
      them. Empty, with a warning, where it has none.
      """
      campaignFinance(filter: CampaignFinanceFilterInput = {}): [CampaignFinanceRecord!]
    }

    "ArrayFilterInput and the dimensions of a committee. A record that does not state one is left out."
    input CampaignFinanceFilterInput {
      "Most items returned, 1 to 500."
      limit: Int = 20
      "Items skipped after sorting."
      offset: Int = 0
      "ASC or DESC over the cycle; DESC is newest first."
      sort: String = "DESC"
      "Inclusive lower bound on the last day of the cycle, ISO 8601 date or date-time."
      since: String
      "Inclusive upper bound on the last day of the cycle, ISO 8601 date or date-time."
      until: String
      "Two-year election cycle, an even year."
      cycle: Int
      "Party, as the FEC abbreviates it (DEM, REP, LIB) or in full."
      party: String
      "State, two letters."
      state: String
      "Lowest total receipts, USD."
      minRaised: Float
      "Committee type, one letter of the FEC: H House, S Senate, P President, Q and N PACs, O super PACs, X and Y parties."
      committeeType: String
    }

    "One committee in one election cycle."
    type CampaignFinanceRecord {
      "Name of the committee as registered; of the candidate where the source has no committee."
      committeeName: String!
      "Two-year election cycle, an even year."
      cycle: Int
      "Party, where the committee has one."
      party: String
      "State, two letters."
      state: String
      "Total receipts in the cycle, USD."
      totalRaised: Float
      "The FEC's number of the committee, e.g. C00577130."
      committeeId: String
      "Committee type, one letter of the FEC."
      committeeType: String
      "The committee's candidate, family name first."
      candidateName: String
      "The FEC's number of the candidate, e.g. S4AZ00139; a candidate for two offices has two."
      candidateId: String
      """
      Other numbers of the candidate under which the FEC states the same receipts again in the
      cycle. Count them once.
      """
      repeatedAs: [String!]!
      "Last day of the period of the figures."
      coverageEnd: String
    }
  `,
  fields: {
    'Query.campaignFinance': listField({
      credits: 2,
      bounds: (args) => {
        boundsOf('campaignFinance')(args)
        evenCycle(args)
      },
      load: (_parent, args, _filter, context) => load(String(args['name']), args, context),
      dateOf: cycleEnd,
    }),
    'Regulatory.campaignFinance': listField({
      credits: 2,
      sources: [fecBulk],
      bounds: evenCycle,
      load: async (parent, args, _filter, context) =>
        largestFirst(
          await loadCompanyCommittees(companyOf(parent).name, committeeFilterOf(args), context),
        ),
      dateOf: cycleEnd,
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
